import { openSqliteStore } from "../../../delivery/index.js";
import { operationalSuite } from "../../support/delivery/changes/operational-suite.js";

operationalSuite("SQLite", () => openSqliteStore({ file: ":memory:" }));
