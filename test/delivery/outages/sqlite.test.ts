import { outagesSuite } from "./outages-suite.js";

outagesSuite("sqlite");
