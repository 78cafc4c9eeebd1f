// @needs python3
import { describeServer } from "../support/api-servers/describe-server.js";

describeServer("python");
