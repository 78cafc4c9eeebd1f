import { judged, judgementKey } from "./judged.mjs";

/**
 * What an outcome means. A refusal is wrong if another tool reads the document and, if it is a generator, writes code that compiles;
 * a judgement that someone made overrules that.
 * @typedef {"accepted" | "type-errors" | "not-usable" | "refused-rightly" | "refused-wrongly" | "failed"} Verdict
 *
 * @typedef {import("./measure.mjs").Measured & { readonly verdict: Verdict, readonly why: string }} Judged
 */

/**
 * The verdict of every outcome, sorted by document.
 * @param {readonly import("./measure.mjs").Measured[]} measured
 * @param {ReadonlyMap<string, string>} [judgements] by tool and document
 * @returns {Judged[]}
 */
export function judge(measured, judgements = judged) {
  const readable = new Set(measured.filter(isFine).map(({ document }) => document));
  const sorted = measured.toSorted((a, b) => {
    if (a.document.id === b.document.id) return 0;
    return a.document.id < b.document.id ? -1 : 1;
  });
  return sorted.map((one) => {
    const { document, tool, result } = one;
    const { kind, reasons, types, used } = result;
    if (kind === "accepted") {
      if (isFine(one)) return { ...one, verdict: "accepted", why: "" };
      if (types?.kind !== "done") return { ...one, verdict: "failed", why: `the compiler: ${types?.kind}` };
      if (types.count > 0) return { ...one, verdict: "type-errors", why: typeErrorText(types) };
      if (used?.kind === "done") return { ...one, verdict: "not-usable", why: useErrorText(used) };
      return { ...one, verdict: "failed", why: `loading validators: ${used?.kind}` };
    }
    const why = reasonText(reasons);
    if (kind !== "refused") return { ...one, verdict: "failed", why: [kind, why].filter(Boolean).join(": ") };
    const judgement = judgements.get(judgementKey(tool.id, document.id));
    if (judgement !== undefined) return { ...one, verdict: "refused-rightly", why: judgement };
    return { ...one, verdict: readable.has(document) ? "refused-wrongly" : "refused-rightly", why };
  });
}

/** @param {import("./measure.mjs").Measured} measured */
function isFine({ result: { kind, types, used } }) {
  const isClean = (part) => part === undefined || (part.kind === "done" && part.count === 0);
  return kind === "accepted" && isClean(types) && isClean(used);
}

/** The first reason of each code. */
function reasonText(reasons) {
  const firsts = new Map(reasons.toReversed().map((reason) => [reason.code, reason]));
  return [...firsts.values()]
    .toReversed()
    .map(({ code, message, place }) => [`${code}:`, place, message].filter(Boolean).join(" "))
    .join("; ");
}

/** @param {import("./measure.mjs").Checked} types */
function typeErrorText({ count, errors: [first] }) {
  return `${count}, first ${first?.path}:${first?.line} ${first?.code} ${first?.message}`;
}

/** @param {import("./measure.mjs").Used} used */
function useErrorText({ count, errors: [first] }) {
  return `${count} fail, first ${first?.path} ${first?.message}`;
}

/** The part of what a peer accepts that has to be accepted, too. */
export const wantedShare = 0.995;

/**
 * The goals: oipkit accepts what a peer accepts, its code compiles, and nothing crashes or hangs.
 * @param {readonly Judged[]} all
 * @returns {{ readonly text: string, readonly reached: boolean }[]}
 */
export function goalsOf(all) {
  const own = new Map(all.flatMap((one) => (one.tool.id === "oipkit" ? [[one.document, one]] : [])));
  const ofPeer = (id, what) => {
    const accepted = all.filter(({ tool, result }) => tool.id === id && result.kind === "accepted");
    const both = accepted.filter(({ document }) => own.get(document)?.result.kind === "accepted").length;
    const share = accepted.length === 0 ? 1 : both / accepted.length;
    const percent = `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
    const text = `${both} of the ${accepted.length} ${what} that \`${id}\` accepts are accepted: ${percent}, wanted are 99.5 %`;
    return { text, reached: share >= wantedShare };
  };
  const count = (verdict) => [...own.values()].filter((one) => one.verdict === verdict).length;
  const [broken, unusable, failed] = [count("type-errors"), count("not-usable"), count("failed")];
  const checks = [...own.values()].reduce((sum, { result }) => sum + (result.used?.checks ?? 0), 0);
  return [
    ofPeer("openapi-typescript", "OpenAPI documents"),
    ofPeer("asyncapi-parser", "AsyncAPI examples"),
    { text: `${broken} outputs of oipkit have type errors, wanted are 0`, reached: broken === 0 },
    {
      text: `validators of ${unusable} outputs of oipkit fail when they are loaded or called (${checks} were), wanted are 0`,
      reached: unusable === 0,
    },
    { text: `oipkit crashes or hangs on ${failed} documents, wanted are 0`, reached: failed === 0 },
  ];
}
