// @needs postgres
import { afterAll } from "vitest";
import { engineSuite } from "../../support/delivery/engine/engine-suite.js";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";

const { open, remove } = postgresSchemas("engine");
afterAll(remove);

engineSuite("PostgreSQL", open);
