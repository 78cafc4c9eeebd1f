export { createProbe } from "./create-probe.js";
export { ProbeMisconfigured } from "./errors.js";
export type { ProbeOptions, ProbeStores } from "./options.js";
export type { Probe, ProbedReceiver, ProbeListener } from "./probe.js";
