import { openSqliteStore } from "../../../delivery/index.js";
import { engineSuite } from "./engine-suite.js";

engineSuite("SQLite", () => openSqliteStore({ file: ":memory:" }));
