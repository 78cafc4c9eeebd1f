import { isSuccess } from "../check/status-cause.js";
import type { CaseResult, Report } from "../result/result.js";
import { allRefused, answersToValid, anyStatus } from "./pattern-causes.js";

/** What many results together suggest. */
export interface Pattern {
  /** A sentence. */
  readonly seen: string;
  /** The probable cause: one or two sentences. */
  readonly probably: string;
  /** Ids of the failed cases that it explains, in the suite's order; reports list them only here. */
  readonly cases: readonly string[];
}

/** Fewer cases than this may agree by chance. */
const enough = 5;
/** Nearly all: an individual case, such as a connection verification, may differ. */
const nearly = 0.8;

/** Overall problems, if so many failures agree that looking at each would be misleading. Known failures don't count. */
export function patternsOf({ results, subject }: Report): readonly Pattern[] {
  const tried = results.filter(({ result, known }) => result !== "inconclusive" && known !== true);
  const silent = tried.filter(({ actual }) => actual?.aspect === "answer");
  if (tried.length >= enough && silent.length > tried.length / 2) return [silence(silent, tried)];
  const wanting = tried.filter((each) => wants(each, isSuccess));
  const refusing = tried.filter((each) => wants(each, (status) => !isSuccess(status)));
  const same = sameStatus(wanting, enough);
  const others = otherRefusals(refusing);
  if (same === undefined) return [...accepted(refusing), ...[...others].map(refusal), ...withBody(tried)];
  const refused = others.get(same) ?? [];
  const cases = [...wanting.filter((each) => each.result === "failed" && got(each) === same), ...refused];
  const whole: Pattern =
    refused.length > 0
      ? {
          seen: `All requests get ${same}, valid or not.`,
          probably: anyStatus(same),
          cases: idsOf(tried.filter((each) => cases.includes(each))),
        }
      : {
          seen: `Requests that should be accepted all get ${same}.`,
          probably: answersToValid(same, subject.encryption),
          cases: idsOf(cases),
        };
  const rest = [...others].filter(([status]) => status !== same).map(refusal);
  return [whole, ...accepted(refusing), ...rest, ...withBody(tried)];
}

/** The pattern that explains each failed case, by the case's id. */
export function explanations(patterns: readonly Pattern[]): ReadonlyMap<string, Pattern> {
  return new Map(patterns.flatMap((pattern) => pattern.cases.map((id) => [id, pattern] as const)));
}

function accepted(refusing: readonly CaseResult[]): readonly Pattern[] {
  const cases = refusing.filter((each) => each.result === "failed" && isSuccess(got(each) ?? 0));
  if (refusing.length < enough || cases.length <= refusing.length * 0.9) return [];
  return [
    {
      seen: `${cases.length} of ${refusing.length} wrong requests are accepted.`,
      probably: "The receiver checks neither the signature nor the content of requests.",
      cases: idsOf(cases),
    },
  ];
}

/** The failed cases by the refusal that they got, for each that nearly all cases got that expect the same other ones. */
function otherRefusals(refusing: readonly CaseResult[]): ReadonlyMap<number, readonly CaseResult[]> {
  const byWanted = new Map<string, CaseResult[]>();
  for (const each of refusing) {
    const wanted = each.expected?.text ?? "";
    const group = byWanted.get(wanted);
    if (group === undefined) byWanted.set(wanted, [each]);
    else group.push(each);
  }
  const groups = [...byWanted.values()];
  const statuses = new Set(groups.flatMap((group) => sameStatus(group, enough) ?? []));
  const found = new Map<number, CaseResult[]>();
  for (const group of groups) {
    // A few cases prove nothing by themselves, but may agree with what many show.
    const status = sameStatus(group, 1);
    if (status === undefined || isSuccess(status) || !statuses.has(status)) continue;
    const failed = group.filter((each) => each.result === "failed" && got(each) === status);
    found.set(status, [...(found.get(status) ?? []), ...failed]);
  }
  return found;
}

function refusal([status, cases]: readonly [number, readonly CaseResult[]]): Pattern {
  const wanted = [...new Set(cases.flatMap(({ expected }) => expected?.value as number[]))].sort(
    (a, b) => a - b,
  );
  const text = wanted.join(" or ");
  return {
    seen: `${cases.length} requests are refused, but with ${status} instead of ${text}.`,
    probably: allRefused(status, text),
    cases: idsOf(cases),
  };
}

/** Accepted requests whose answers aren't empty. */
function withBody(tried: readonly CaseResult[]): readonly Pattern[] {
  const cases = tried.filter(
    ({ result, expected }) => result === "failed" && expected?.aspect === "body" && expected.value === "",
  );
  if (cases.length < enough) return [];
  return [
    {
      seen: `${cases.length} requests are accepted, but the answer has a body.`,
      probably:
        "The framework's default body, or what a handler returns, is sent; the documentation requires an empty one.",
      cases: idsOf(cases),
    },
  ];
}

function silence(silent: readonly CaseResult[], tried: readonly CaseResult[]): Pattern {
  const late = silent.filter(({ actual }) => actual?.value === "timeout").length;
  return {
    seen: `${silent.length} of ${tried.length} cases get no answer.`,
    probably:
      late > silent.length / 2
        ? "The receiver does its work before it answers, or waits for something unavailable; use --timeout MS to allow more time, --concurrency N to reduce the load."
        : "The receiver crashes or is restarted while the suite runs, or something in front of it closes connections.",
    cases: idsOf(silent.filter(({ result }) => result === "failed")),
  };
}

/** The status that nearly all of these wrongly got. */
function sameStatus(results: readonly CaseResult[], atLeast: number): number | undefined {
  if (results.length < atLeast) return undefined;
  const counts = new Map<number, number>();
  for (const each of results) {
    const status = got(each);
    if (each.result === "failed" && status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > results.length * nearly)?.[0];
}

function wants({ expected }: CaseResult, like: (status: number) => boolean): boolean {
  if (expected?.aspect !== "status" || !Array.isArray(expected.value)) return false;
  return (
    expected.value.length > 0 && expected.value.every((status) => typeof status === "number" && like(status))
  );
}

function got({ actual }: CaseResult): number | undefined {
  return actual?.aspect === "status" && typeof actual.value === "number" ? actual.value : undefined;
}

function idsOf(results: readonly CaseResult[]): readonly string[] {
  return results.map(({ id }) => id);
}
