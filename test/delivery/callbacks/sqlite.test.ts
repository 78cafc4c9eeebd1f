import { openSqliteStore } from "../../../delivery/index.js";
import { callbacksSuite } from "./callbacks-suite.js";

callbacksSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
