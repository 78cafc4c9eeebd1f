import { openSqliteStore } from "../../../delivery/index.js";
import { readingSuite } from "../../support/delivery/reading/reading-suite.js";

readingSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
