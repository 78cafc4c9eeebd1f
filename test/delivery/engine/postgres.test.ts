// @needs postgres
import { afterAll } from "vitest";
import { postgresSchemas } from "../postgres-schemas.js";
import { engineSuite } from "./engine-suite.js";

const { open, remove } = postgresSchemas("engine");
afterAll(remove);

engineSuite("PostgreSQL", open);
