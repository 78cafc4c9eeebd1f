// @needs postgres
import { afterAll } from "vitest";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";
import { healthSuite } from "../../support/delivery/reading/health-suite.js";
import { readingSuite } from "../../support/delivery/reading/reading-suite.js";

const schemas = postgresSchemas("reading");
afterAll(() => schemas.remove());

readingSuite("in PostgreSQL", () => schemas.open());
healthSuite("in PostgreSQL", () => schemas.open());
