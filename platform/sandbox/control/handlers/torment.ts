import { handOverTo } from "../../adversary/hand-over.js";
import { createProbeReader } from "../../adversary/probe.js";
import { torment } from "../../adversary/torment.js";
import { Refusal } from "../../platform/refusal.js";
import { activeApplication } from "../active-application.js";
import type { Handlers } from "../operation.js";
import type { SandboxParts } from "../parts.js";

type Parts = Pick<
  SandboxParts,
  "world" | "clock" | "commerce" | "delivery" | "advance" | "freeze" | "resume" | "through" | "log"
>;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The operation that torments a receiver, one at a time. */
export function tormentHandlers(parts: Parts): Handlers<"torment"> {
  let isUnderWay = false;
  return {
    async torment({ body: { run, probe_url, secrets_url, application_id }, signal }) {
      if (isUnderWay)
        throw new Refusal("conflict", "torment-running", {
          message: "a receiver is being tormented already: wait until that ends",
        });
      const { id: application } = activeApplication(parts.world.view, application_id);
      isUnderWay = true;
      try {
        const probe = createProbeReader({ url: probe_url.replace(/\/+$/, ""), fetch: globalThis.fetch });
        const handOver =
          secrets_url === undefined ? undefined : handOverTo(secrets_url, globalThis.fetch, signal);
        const report = await torment({ ...parts, sleep }, { application, run, probe, handOver, signal });
        const { deedsDigest, problems, differences, ...rest } = report;
        const findings = problems.length + differences.length;
        const message = `tormented ${application} with ${report.events} events: ${findings} findings`;
        parts.log.write({ kind: "control", message, data: { application_id: application } });
        return {
          ...rest,
          acts: { ...rest.acts },
          deeds_digest: deedsDigest,
          problems: [...problems],
          differences: [...differences],
        };
      } finally {
        isUnderWay = false;
      }
    },
  };
}
