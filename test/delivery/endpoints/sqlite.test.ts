import { openSqliteStore } from "../../../delivery/index.js";
import { endpointsSuite } from "./endpoints-suite.js";

endpointsSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
