import { openSqliteStore } from "../../../../delivery/index.js";
import { engineSuite } from "../../../support/commands/conform/sender/engine-suite.js";

engineSuite("SQLite", () => openSqliteStore({ file: ":memory:" }));
