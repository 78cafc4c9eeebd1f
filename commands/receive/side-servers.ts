import type { RequestListener } from "node:http";
import type { Health } from "@oipkit/runtime/operations/health";
import type { ReceiverMetrics } from "@oipkit/runtime/operations/metrics";
import type { Probe } from "@oipkit/runtime/probe";
import { serveLocally } from "../options/ports.js";

/** An additional server, on a port of its own. */
export interface SideServer {
  readonly name: "metrics" | "probe";
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Options of the server for metrics and health checks. */
export interface MetricsServerOptions {
  readonly port: number;
  readonly host: string;
  readonly metrics: ReceiverMetrics;
  readonly health: Health;
}

/** Serves metrics and health checks. Throws `PortUnavailable`. */
export async function serveMetrics({
  port,
  host,
  metrics,
  health,
}: MetricsServerOptions): Promise<SideServer> {
  const listener: RequestListener = (request, response) => {
    // Nobody reads a body here; the end of the connection ends it.
    if (request.headers["transfer-encoding"] ?? request.headers["content-length"]) {
      response.setHeader("connection", "close");
    }
    const asks = request.url?.startsWith("/healthz") ? health : metrics;
    asks.listener(request, response);
  };
  const { url, close } = await serveLocally({ flag: "metrics-port", port, host, listener });
  return { name: "metrics", url: `${url}/metrics`, close };
}

/** Serves the conformance probe on 127.0.0.1, whatever the endpoint's host. Throws `PortUnavailable`. */
export async function serveProbe(port: number, { listener }: Pick<Probe, "listener">): Promise<SideServer> {
  const side = await serveLocally({ flag: "probe-port", port, host: "127.0.0.1", listener });
  return { name: "probe", ...side };
}
