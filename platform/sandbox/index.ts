export type { AdvanceReport } from "./clock/advance.js";
export type { OrganizationClocks } from "./clock/organization-clocks.js";
export type { ClockMode, SandboxClock } from "./clock/sandbox-clock.js";
export { type DataErrorCode, SandboxDataError } from "./data/data-file.js";
export type { Deliveries } from "./deliveries/create-deliveries.js";
export {
  type Draft,
  type EmittedEvent,
  type PlatformCommand,
  Refusal,
  type Timer,
  type View,
} from "./platform/draft.js";
export type { Kind, Records } from "./platform/records/records.js";
export {
  type OpenSandbox,
  type OpenSandboxOptions,
  openSandbox,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "./start-sandbox.js";
export { SandboxError, type SandboxErrorCode } from "./world/errors.js";
export type { Committed, TimerRun, World } from "./world/world.js";
