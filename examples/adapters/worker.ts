/** The receiver as a worker; Cloudflare's needs the compatibility flag `nodejs_compat`. */
import { toWorker } from "@oipkit/runtime/adapters/worker";
import { type Environment, makeReceiver } from "./receiver.js";

export default toWorker<Environment>(makeReceiver);
