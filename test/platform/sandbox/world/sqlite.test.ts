import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openSqliteStore } from "../../../../delivery/index.js";
import { inMemory } from "../../../support/platform/sandbox/world/subject.js";
import { worldSuite } from "../../../support/platform/sandbox/world/world-suite.js";

const folder = mkdtempSync(join(tmpdir(), "oipkit-sandbox-"));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
const open = () => openSqliteStore({ file: join(folder, `${count}.db`) });

worldSuite("SQLite in memory", { fresh: inMemory });
worldSuite("an SQLite file", {
  fresh() {
    count += 1;
    return open();
  },
  open,
});
