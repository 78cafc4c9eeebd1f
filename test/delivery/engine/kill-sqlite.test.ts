import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openSqliteStore } from "../../../delivery/index.js";
import { killSuite } from "../../support/delivery/engine/kill-suite.js";

const folder = mkdtempSync(join(tmpdir(), "oipkit-kill-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "delivery.db");

killSuite("SQLite", { open: () => openSqliteStore({ file }), place: { place: file } });
