import { openSqliteStore } from "../../../delivery/index.js";
import { auditSuite } from "../../support/delivery/audit/audit-suite.js";

auditSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
