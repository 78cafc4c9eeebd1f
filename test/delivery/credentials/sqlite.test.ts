import { openSqliteStore } from "../../../delivery/index.js";
import { credentialsSuite } from "./credentials-suite.js";

credentialsSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
