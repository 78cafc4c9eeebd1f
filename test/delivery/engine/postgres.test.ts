// @needs postgres
import { afterAll } from "vitest";
import { engineSuite } from "../../support/delivery/engine/engine-suite.js";
import { orderedSuite } from "../../support/delivery/engine/ordered-suite.js";
import { patienceSuite } from "../../support/delivery/engine/patience-suite.js";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";

const { open, remove } = postgresSchemas("engine");
afterAll(remove);

engineSuite("PostgreSQL", open);
patienceSuite("PostgreSQL", open);
orderedSuite("PostgreSQL", open);
