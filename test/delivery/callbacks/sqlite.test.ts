import { openSqliteStore } from "../../../delivery/index.js";
import { callbacksSuite } from "../../support/delivery/callbacks/callbacks-suite.js";

callbacksSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
