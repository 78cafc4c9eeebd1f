/** The receiver as a function of AWS Lambda, behind API Gateway or a function URL. */
import { toLambdaHandler } from "@oipkit/runtime/adapters/lambda";
import { makeReceiver } from "./receiver.js";

export const handler = toLambdaHandler(makeReceiver(process.env));
