import type { Kind } from "../../platform/records/records.js";
import type { Handlers } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { applicationOf } from "../shown/application.js";
import { clockState } from "./clock.js";

type Parts = Pick<
  SandboxParts,
  | "origin"
  | "issuerOf"
  | "world"
  | "clock"
  | "delivery"
  | "apiUrls"
  | "faults"
  | "snapshot"
  | "restore"
  | "log"
>;

const counted: readonly Kind[] = [
  "application",
  "organization",
  "person",
  "apiProduct",
  "catalogProduct",
  "permission",
  "subscription",
  "operation",
];

const mostApplications = 100;

/** The operations of the sandbox as a whole. */
export function stateHandlers(
  parts: Parts,
): Handlers<"readState" | "readFaults" | "setFaults" | "takeSnapshot" | "restoreSnapshot"> {
  const { origin, apiUrls, issuerOf, world, faults, log } = parts;
  const { view } = world;
  return {
    async readState() {
      const applications = view.list("application").slice(0, mostApplications);
      return {
        origin,
        api_url: apiUrls.sandbox,
        production_api_url: apiUrls.production,
        control_url: `${origin}/_sandbox`,
        issuers: (["sandbox", "production"] as const).map((environment) => {
          return { environment, issuer: issuerOf(environment) };
        }),
        clock: await clockState(parts),
        applications: applications.map((each) => applicationOf(view, each, parts)),
        latest_log_entry: log.latest(),
        records: Object.fromEntries(counted.map((kind) => [kind, view.list(kind).length])),
      };
    },
    readFaults: () => ({ faults: [...faults.list()] }),
    setFaults({ body }) {
      faults.set(body.faults);
      log.write({ kind: "control", message: `${body.faults.length} faults switched on` });
      return { faults: [...faults.list()] };
    },
    async takeSnapshot() {
      const file = new Uint8Array(await parts.snapshot());
      const headers = { "content-type": "application/octet-stream", "cache-control": "no-store" };
      return new Response(file, { headers });
    },
    async restoreSnapshot({ body }) {
      await parts.restore(body);
      log.write({ kind: "control", message: "restored a snapshot" });
      return undefined;
    },
  };
}
