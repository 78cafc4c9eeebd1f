// @needs postgres
import { afterAll } from "vitest";
import { contentsSuite } from "../../support/delivery/contents/contents-suite.js";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";

const { open, remove } = postgresSchemas("contents");
afterAll(remove);

contentsSuite("PostgreSQL", open);
