import { createProbeReader } from "../../adversary/probe.js";
import { handOverTo } from "../../adversary/receiver-keys.js";
import { stress } from "../../adversary/stress.js";
import { Refusal } from "../../platform/draft.js";
import type { Handlers } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { activeApplication } from "./applications.js";

type StressHandlerParts = Pick<
  SandboxParts,
  "world" | "clock" | "commerce" | "delivery" | "advance" | "freeze" | "resume" | "through" | "log"
>;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The operation that stresses a receiver, one at a time. */
export function stressHandlers(parts: StressHandlerParts): Handlers<"stress"> {
  let isUnderWay = false;
  return {
    async stress({ body: { run, probe_url, secrets_url, application_id }, signal }) {
      if (isUnderWay)
        throw new Refusal("conflict", "stress-running", {
          message: "a receiver is being stressed already: wait until that ends",
        });
      const { id: application } = activeApplication(parts.world.view, application_id);
      isUnderWay = true;
      try {
        const probe = createProbeReader({
          url: probe_url.replace(/(?<!\/)\/+$/, ""),
          fetch: globalThis.fetch,
        });
        const handOver =
          secrets_url === undefined ? undefined : handOverTo(secrets_url, globalThis.fetch, signal);
        const report = await stress({ ...parts, sleep }, { application, run, probe, handOver, signal });
        const { deedsDigest, problems, differences, ...rest } = report;
        const findings = problems.length + differences.length;
        const message = `stressed ${application} with ${report.events} events: ${findings} findings`;
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
