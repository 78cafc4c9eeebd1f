import { openSqliteStore } from "../../../delivery/index.js";
import { contentsSuite } from "../../support/delivery/contents/contents-suite.js";

contentsSuite("SQLite", () => openSqliteStore({ file: ":memory:" }));
