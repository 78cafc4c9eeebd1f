import { openSqliteStore } from "../../../delivery/index.js";
import { engineSuite } from "../../support/delivery/engine/engine-suite.js";

engineSuite("SQLite", () => openSqliteStore({ file: ":memory:" }));
