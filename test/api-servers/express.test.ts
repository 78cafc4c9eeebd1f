import { describeServer } from "../support/api-servers/describe-server.js";

describeServer("express");
