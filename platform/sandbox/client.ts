export {
  type ControlClient,
  type ControlClientOptions,
  ControlError,
  type ControlRequest,
  createControlClient,
} from "./control/control-client.js";
export type { OperationId, ResultOf, Schemas } from "./control/operation.js";
export { readDuration, readTime } from "./control/read-time.js";
export type { SandboxLogEntry } from "./control/sandbox-log.js";
export {
  connectWebhook,
  type ReadyApplication,
  type SetUpOptions,
  setUpApplication,
  type WebhookDestination,
} from "./control/set-up-application.js";
export type { Duration } from "./platform/duration.js";
