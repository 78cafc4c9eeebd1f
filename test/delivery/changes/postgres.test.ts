// @needs postgres
import { afterAll } from "vitest";
import { operationalSuite } from "../../support/delivery/changes/operational-suite.js";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";

const { open, remove } = postgresSchemas("changes");
afterAll(remove);

operationalSuite("PostgreSQL", open);
