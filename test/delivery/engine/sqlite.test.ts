import { openSqliteStore } from "../../../delivery/index.js";
import { engineSuite } from "../../support/delivery/engine/engine-suite.js";
import { orderedSuite } from "../../support/delivery/engine/ordered-suite.js";
import { patienceSuite } from "../../support/delivery/engine/patience-suite.js";

engineSuite("SQLite", () => openSqliteStore({ file: ":memory:" }));
patienceSuite("SQLite", () => openSqliteStore({ file: ":memory:" }));
orderedSuite("SQLite", () => openSqliteStore({ file: ":memory:" }));
