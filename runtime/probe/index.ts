export { createProbe } from "./create-probe.js";
export {
  type Probe,
  type ProbedReceiver,
  type ProbeListener,
  ProbeMisconfigured,
  type ProbeOptions,
  type ProbeStores,
} from "./probe.js";
