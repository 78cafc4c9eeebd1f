import type { RequestListener } from "node:http";
import type { Health } from "@oipkit/runtime/operations/health";
import type { ReceiverMetrics } from "@oipkit/runtime/operations/metrics";
import { serveSide } from "./ports.js";
import { createProbe, type ProbeOptions } from "./probe.js";

/** A server beside the endpoint, on its own port. */
export interface Side {
  readonly name: "metrics" | "probe";
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Options of the server for metrics and health checks. */
export interface MetricsSide {
  readonly port: number;
  readonly host: string;
  readonly metrics: ReceiverMetrics;
  readonly health: Health;
}

/** Serves metrics and health checks. Throws `PortUnavailable`. */
export async function serveMetrics({ port, host, metrics, health }: MetricsSide): Promise<Side> {
  const listener: RequestListener = (request, response) => {
    const asks = request.url?.startsWith("/healthz") ? health : metrics;
    asks.listener(request, response);
  };
  const { url, close } = await serveSide({ flag: "metrics-port", port, host, listener });
  return { name: "metrics", url: `${url}/metrics`, close };
}

/** Serves the conformance probe on 127.0.0.1, whatever the endpoint's host. Throws `PortUnavailable`. */
export async function serveProbe(port: number, options: ProbeOptions): Promise<Side> {
  const listener = createProbe(options);
  const side = await serveSide({ flag: "probe-port", port, host: "127.0.0.1", listener });
  return { name: "probe", ...side };
}
