import { openSqliteStore } from "../../../delivery/index.js";
import { healthSuite } from "../../support/delivery/reading/health-suite.js";
import { readingSuite } from "../../support/delivery/reading/reading-suite.js";

readingSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
healthSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
