import { openSqliteStore } from "../../../delivery/index.js";
import { eventTestsSuite } from "./event-tests-suite.js";

eventTestsSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
