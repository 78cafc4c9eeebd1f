// @needs postgres

import { outagesSuite } from "../../support/delivery/outages/outages-suite.js";
import { postgresUrl } from "../../support/services/urls.js";

outagesSuite("postgres", ["--postgres", postgresUrl]);
