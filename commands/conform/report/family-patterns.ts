import { isSuccess } from "../check/status-cause.js";
import type { CaseResult } from "../result/result.js";
import type { Pattern } from "./pattern.js";

/** Fewer near misses may agree by chance. */
const enough = 5;
/** Most: other checks, such as that of the type, may catch the rest. */
const most = 0.6;

/** Families of near misses of which most fail with one status: one mistake, not one for each variant. */
export function familyPatterns(results: readonly CaseResult[]): readonly Pattern[] {
  const families = new Map<string, CaseResult[]>();
  for (const each of results) {
    const [, family] = /^(.+\/near\/[^/]+)\//.exec(each.id) ?? [];
    if (family === undefined || each.result === "inconclusive" || each.known === true) continue;
    families.set(family, [...(families.get(family) ?? []), each]);
  }
  return [...families].flatMap(([family, tried]) => patternOf(family, tried));
}

function patternOf(family: string, tried: readonly CaseResult[]): readonly Pattern[] {
  const byStatus = new Map<unknown, CaseResult[]>();
  for (const each of tried) {
    if (each.result !== "failed" || each.actual?.aspect !== "status") continue;
    byStatus.set(each.actual.value, [...(byStatus.get(each.actual.value) ?? []), each]);
  }
  return [...byStatus].flatMap(([status, cases]) => {
    if (cases.length < enough || cases.length <= tried.length * most) return [];
    const isAccepted = typeof status === "number" && isSuccess(status);
    return [
      {
        seen: `${cases.length} of ${tried.length} near misses of ${family} get ${status}.`,
        probably: isAccepted
          ? "What they vary is probably not checked at all."
          : "All of them are probably refused for the same reason, or by the same error.",
        cases: cases.map(({ id }) => id),
      },
    ];
  });
}
