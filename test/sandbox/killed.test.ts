import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterThisFile } from "../clean-up.js";
import { killedSuite } from "./killed-suite.js";

const folder = mkdtempSync(join(tmpdir(), "oipkit-sandbox-killed-"));
afterThisFile(() => rmSync(folder, { recursive: true }));

killedSuite({ file: join(folder, "sandbox.db") });
