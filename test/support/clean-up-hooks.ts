import { afterAll, afterEach } from "vitest";
import { cleanUp } from "./clean-up.js";

// Vitest evaluates this setup file for each test file, but a helper only for the first that imports it in a process.
afterEach(() => cleanUp("test"));
afterAll(() => cleanUp("file"));
