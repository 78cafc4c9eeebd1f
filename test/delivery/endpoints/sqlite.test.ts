import { openSqliteStore } from "../../../delivery/index.js";
import { endpointsSuite } from "../../support/delivery/endpoints/endpoints-suite.js";

endpointsSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
