import { openSqliteStore } from "../../../delivery/index.js";
import { credentialsSuite } from "../../support/delivery/credentials/credentials-suite.js";

credentialsSuite("in SQLite", () => openSqliteStore({ file: ":memory:" }));
