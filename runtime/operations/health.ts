import type { RequestListener, ServerResponse } from "node:http";

/** Resolves if a part works; rejects with the cause if it doesn't. */
export type HealthProbe = () => Promise<unknown>;

/** What a health check covers. */
export interface HealthOptions {
  /** What has to work for deliveries to be accepted, by name, such as `inbox: () => inbox.check()`. */
  readonly checks: Readonly<Record<string, HealthProbe>>;
  /** How long a check may take, in milliseconds. Default: 2000. */
  readonly timeoutMs?: number | undefined;
  /** Called with the reason a check failed; the response leaves it out, since it may be public. */
  readonly onFailure?: ((name: string, cause: unknown) => void) | undefined;
}

/** Whether a receiver can accept deliveries. Says which part fails, never why. */
export interface HealthReport {
  readonly status: "ok" | "unavailable";
  readonly checks: Readonly<Record<string, "ok" | "unavailable">>;
}

/** Health checks of one process. */
export interface Health {
  /** Runs the checks; simultaneous callers share one run. Never rejects. */
  readonly ready: () => Promise<HealthReport>;
  /**
   * Answers `GET /healthz/live` with 200 as long as the process answers at all, and `GET /healthz` and
   * `/healthz/ready` with 200 or 503 and a `HealthReport`; anything else with 404.
   */
  readonly listener: RequestListener;
}

/** Health checks for an orchestrator or a load balancer. */
export function createHealth({ checks, timeoutMs = 2000, onFailure }: HealthOptions): Health {
  let running: Promise<HealthReport> | undefined;
  const run = async (): Promise<HealthReport> => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await within(check, timeoutMs);
          return [name, "ok"] as const;
        } catch (cause) {
          onFailure?.(name, cause);
          return [name, "unavailable"] as const;
        }
      }),
    );
    const status = results.every(([, result]) => result === "ok") ? "ok" : "unavailable";
    return { status, checks: Object.fromEntries(results) };
  };
  const ready = (): Promise<HealthReport> => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
  const listener: RequestListener = (request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const reads = request.method === "GET" || request.method === "HEAD";
    if (reads && path === "/healthz/live") return sendJson(response, 200, { status: "ok" });
    if (!reads || (path !== "/healthz" && path !== "/healthz/ready")) {
      return sendJson(response, 404, { status: "not-found" });
    }
    ready().then((report) => sendJson(response, report.status === "ok" ? 200 : 503, report));
  };
  return { ready, listener };
}

function within(check: HealthProbe, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
    // A check that throws at once is one that fails.
    Promise.resolve()
      .then(check)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Answers with JSON that must not be cached. */
function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}
