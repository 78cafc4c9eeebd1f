import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterThisFile } from "../../support/clean-up.js";
import { killedSuite } from "../../support/platform/sandbox/killed-suite.js";

const folder = mkdtempSync(join(tmpdir(), "oipkit-sandbox-killed-"));
afterThisFile(() => rmSync(folder, { recursive: true }));

killedSuite({ file: join(folder, "sandbox.db") });
