import type { CaseResult } from "../../result/result.js";
import type { SenderProof } from "../../suite/proofs.js";
import type { SenderCase } from "../suite/sender-suite.js";

/** What a case shows about a sender if it passes. */
function proofsOf({ steps }: SenderCase): readonly SenderProof[] {
  const signs = steps.some(({ requests = [] }) =>
    requests.some(({ each = [] }) => each.includes("signature")),
  );
  const refuses = steps.some((step) => "verify" in step && !step.expect.accepted);
  return [
    ...(signs ? (["delivers-signed"] as const) : []),
    ...(refuses ? (["refuses-unverified"] as const) : []),
  ];
}

const all: readonly SenderProof[] = ["delivers-signed", "refuses-unverified"];

/** What no passed case has shown: a sender that does nothing, or agrees to everything, lacks one. */
export function senderProofs(
  cases: readonly SenderCase[],
  results: readonly CaseResult[],
): readonly SenderProof[] {
  const passed = new Set(results.filter(({ result }) => result === "passed").map(({ id }) => id));
  const shown = new Set(cases.filter(({ id }) => passed.has(id)).flatMap(proofsOf));
  return all.filter((proof) => !shown.has(proof));
}
