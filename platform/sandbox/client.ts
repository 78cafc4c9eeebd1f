export { connectWebhook, type Destination } from "./control/client/connect-webhook.js";
export {
  type ControlClient,
  type ControlClientOptions,
  type ControlRequest,
  createControlClient,
} from "./control/client/control-client.js";
export { ControlError } from "./control/client/control-error.js";
export {
  type ReadyApplication,
  type SetUpOptions,
  setUpApplication,
} from "./control/client/set-up-application.js";
export type { OperationId, ResultOf, Schemas } from "./control/operation.js";
export { readDuration } from "./control/read-duration.js";
export { readTime } from "./control/read-time.js";
export type { LogEntry } from "./control/sandbox-log.js";
export type { Duration } from "./platform/duration.js";
