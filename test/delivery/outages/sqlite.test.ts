import { outagesSuite } from "../../support/delivery/outages/outages-suite.js";

outagesSuite("sqlite");
