export { type Cluster, type ClusterOptions, openCluster } from "./cluster.js";
export { findShard } from "./hashing.js";
export { createRelay, type Relay, type RelayOptions } from "./relay.js";
export type { RelayReport, StreamReport } from "./relay-report.js";
export { type DeliveryWorker, startWorker, type WorkerOptions } from "./worker.js";
