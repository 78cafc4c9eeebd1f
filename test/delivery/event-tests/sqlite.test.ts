import { openSqliteStore } from "../../../delivery/index.js";
import { eventTestsSuite } from "../../support/delivery/event-tests/event-tests-suite.js";

eventTestsSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
