// @needs postgres
import { afterAll } from "vitest";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";
import { engineSuite } from "../../support/delivery/engine/engine-suite.js";

const { open, remove } = postgresSchemas("engine");
afterAll(remove);

engineSuite("PostgreSQL", open);
