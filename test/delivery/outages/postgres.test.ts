// @needs postgres
import { postgresUrl } from "../../services/urls.js";
import { outagesSuite } from "./outages-suite.js";

outagesSuite("postgres", ["--postgres", postgresUrl]);
