import { openSqliteStore } from "../../../delivery/index.js";
import { auditSuite } from "./audit-suite.js";

auditSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
