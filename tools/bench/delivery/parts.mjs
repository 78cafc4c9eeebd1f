// Loaded once the packages are there that these need.
export { measureBacklog } from "./backlog.mjs";
export { withEndpoint } from "./endpoint.mjs";
export { measureIsolation } from "./isolation.mjs";
export { postgresVersion, removeQueues } from "./places.mjs";
export { section } from "./section.mjs";
export { resultsOf } from "./targets.mjs";
export { measureThroughput } from "./throughput.mjs";
export { measureTwoProcesses } from "./two-processes.mjs";
