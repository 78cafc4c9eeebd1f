// @needs postgres
import { postgresUrl } from "../../support/services/urls.js";
import { outagesSuite } from "../../support/delivery/outages/outages-suite.js";

outagesSuite("postgres", ["--postgres", postgresUrl]);
