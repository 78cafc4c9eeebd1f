import { json } from "../../../reader/text/json.js";
import { classText, isSuccess, sampleStatuses } from "../check/wanted.js";
import { type CaseResult, isUntried, type Report } from "../result.js";
import type { SubjectSummary } from "../subject.js";
import { type Pattern, withThrown } from "./pattern.js";
import {
  allRefused,
  answersToValid,
  anyStatus,
  encryptionState,
  refusedLikeForged,
  successForAll,
  uncheckedRequests,
} from "./status-causes.js";

/** Fewer cases than this may agree by chance. */
const enough = 5;
/** Most: other checks, such as that of the type, may catch the rest. */
const most = 0.6;

/** Families of near misses of which most fail with one status: one mistake, not one for each variant. */
function familyPatterns(results: readonly CaseResult[]): readonly Pattern[] {
  const families = new Map<string, CaseResult[]>();
  for (const each of results) {
    const [, family] = /^(.+\/near\/[^/]+)\//.exec(each.id) ?? [];
    if (family === undefined || isUntried(each) || each.known === true) continue;
    families.set(family, [...(families.get(family) ?? []), each]);
  }
  return [...families].flatMap(([family, tried]) => findPatterns(family, tried));
}

function findPatterns(family: string, tried: readonly CaseResult[]): readonly Pattern[] {
  const byStatus = new Map<unknown, CaseResult[]>();
  for (const each of tried) {
    if (each.result !== "failed" || each.actual?.aspect !== "status") continue;
    byStatus.set(each.actual.value, [...(byStatus.get(each.actual.value) ?? []), each]);
  }
  return [...byStatus].flatMap(([status, cases]) => {
    if (cases.length < enough || cases.length <= tried.length * most) return [];
    const isAccepted = typeof status === "number" && isSuccess(status);
    const probably = isAccepted
      ? "What they vary is probably not checked at all."
      : "All of them are probably refused for the same reason, or by the same error.";
    const places = [...new Set(cases.map(({ open }) => open))];
    const isOpen = !places.includes(undefined);
    return [
      {
        seen: `${cases.length} of ${tried.length} near misses of ${family} get ${status}.`,
        probably: isOpen
          ? `${probably} The protocol leaves the answer open (${places.join(", ")}).`
          : probably,
        cases: cases.map(({ id }) => id),
        ...(isOpen && { open: true as const }),
      },
    ];
  });
}

/** Nearly all: an individual case, such as a connection verification, may differ. */
const nearly = 0.8;

/** Overall problems, if so many failures agree that looking at each would be misleading. Known failures don't count. */
export function failurePatterns(report: Report): readonly Pattern[] {
  const { subject } = report;
  // They look at the answers of a receiver.
  if (subject.kind !== undefined) return [];
  const found = overall(report, subject);
  const explained = new Set(found.flatMap(({ cases }) => cases));
  const all = [...found, ...familyPatterns(report.results.filter(({ id }) => !explained.has(id)))];
  return all.map((each) => withThrown(each, report));
}

function overall({ results }: Report, subject: SubjectSummary): readonly Pattern[] {
  const closed = results.filter(({ open }) => open === undefined);
  const tried = closed.filter((each) => !isUntried(each) && each.known !== true);
  const silent = tried.filter(({ actual }) => actual?.aspect === "answer");
  if (tried.length >= enough && silent.length > tried.length / 2) return [silence(silent, tried)];
  const wanting = tried.filter((each) => wants(each, isSuccess));
  const refusing = tried.filter((each) => wants(each, (status) => !isSuccess(status)));
  const same = sameStatus(wanting);
  const others = otherRefusals(tried);
  if (same === undefined)
    return [...accepted(refusing, wanting), ...others.map(refusal), ...withBody(tried), ...sameBodies(tried)];
  const refused = others.find(({ status }) => status === same)?.cases ?? [];
  const failed = tried.filter((each) => each.result === "failed" && got(each) === same);
  // A success with the wrong status is the same mistake if a refusal would be right, too.
  const also = new Set(refused);
  const cases = failed.filter((each) => mayAccept(each) || also.has(each));
  const whole: Pattern =
    refused.length > 0
      ? {
          seen: `All requests get ${same}, valid or not.`,
          probably: anyStatus(same),
          cases: caseIds(cases),
        }
      : {
          seen: `Requests that should be accepted all get ${same}.`,
          probably: likeForged(same, refusing) ?? answersToValid(same, encryptionState(subject)),
          cases: caseIds(cases),
        };
  const rest = others.filter(({ status }) => status !== same).map(refusal);
  return [whole, ...accepted(refusing, wanting), ...rest, ...withBody(tried), ...sameBodies(tried)];
}

/** Why requests that should be accepted get this status, if nearly all that must be refused get it, too, and may. */
function likeForged(status: number, refusing: readonly CaseResult[]): string | undefined {
  const alike = refusing.filter((each) => each.result === "passed" && got(each) === status);
  if (alike.length < enough || alike.length <= refusing.length * nearly) return undefined;
  const isOneOfMany = alike.some(({ expected }) => classText(expected) !== undefined);
  return isOneOfMany ? refusedLikeForged(status) : undefined;
}

/** The probable cause of a failure: that of the pattern that explains it, or else its own. */
export function failureCause(
  { id, likelyCause }: CaseResult,
  explained: ReadonlyMap<string, Pattern>,
): string | undefined {
  const pattern = explained.get(id);
  if (pattern === undefined) return likelyCause;
  return `${pattern.seen} ${pattern.probably}`;
}

/** The pattern that explains each failed case, by the case's id. */
export function explanations(patterns: readonly Pattern[]): ReadonlyMap<string, Pattern> {
  return new Map(patterns.flatMap((pattern) => pattern.cases.map((id) => [id, pattern] as const)));
}

function accepted(refusing: readonly CaseResult[], wanting: readonly CaseResult[]): readonly Pattern[] {
  const cases = refusing.filter((each) => each.result === "failed" && isSuccess(got(each) ?? 0));
  if (refusing.length < enough || cases.length <= refusing.length * 0.9) return [];
  return [
    {
      seen: `${cases.length} of ${refusing.length} wrong requests are accepted.`,
      probably: answersOtherwise(cases, wanting) ? successForAll : uncheckedRequests,
      cases: caseIds(cases),
    },
  ];
}

/** Whether all right requests get one body, and none of these does, so that the receiver tells the requests apart. */
function answersOtherwise(cases: readonly CaseResult[], wanting: readonly CaseResult[]): boolean {
  const right = wanting.filter(({ result }) => result === "passed").map(lastBody);
  const bodies = new Set(right);
  return right.length > 1 && bodies.size === 1 && cases.every((each) => !bodies.has(lastBody(each)));
}

function lastBody({ exchanges }: CaseResult): string | undefined {
  return exchanges.at(-1)?.response?.body;
}

/** One status that the receiver gives to nearly all cases that expect other statuses. */
interface OtherRefusal {
  readonly status: number;
  readonly wanted: ReadonlySet<number>;
  readonly cases: readonly CaseResult[];
}

function otherRefusals(tried: readonly CaseResult[]): readonly OtherRefusal[] {
  const groups = new Map<string, CaseResult[]>();
  for (const each of tried.filter((one) => wants(one, (status) => !isSuccess(status)))) {
    const key = each.expected?.text ?? "";
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  const found = new Map<number, Set<number>>();
  for (const group of groups.values()) {
    const status = sameStatus(group);
    if (status === undefined || isSuccess(status)) continue;
    const wanted = found.get(status) ?? new Set();
    for (const each of expectedStatuses(group[0])) wanted.add(each);
    found.set(status, wanted);
  }
  return [...found].map(([status, wanted]) => {
    // Cases that allow one of these refusals among other statuses fail for the same reason.
    const fits = (each: CaseResult): boolean => expectedStatuses(each).some((one) => wanted.has(one));
    const cases = tried.filter((each) => each.result === "failed" && got(each) === status && fits(each));
    return { status, wanted, cases };
  });
}

function refusal({ status, wanted, cases }: OtherRefusal): Pattern {
  const text = classText(cases[0]?.expected) ?? [...wanted].sort((a, b) => a - b).join(" or ");
  // The protocol may allow any refusal; this one still tells of a fault.
  const isCrash = cases.some(({ refused }) => refused === true);
  const how = isCrash ? `by an error, ${status}` : `but with ${status} instead of ${text}`;
  return {
    seen: `${cases.length} requests are refused, ${how}.`,
    probably: allRefused(status, text),
    cases: caseIds(cases),
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
      cases: caseIds(cases),
    },
  ];
}

/** Answers with the same wrong body, though each request requires another one. */
function sameBodies(tried: readonly CaseResult[]): readonly Pattern[] {
  const groups = new Map<unknown, CaseResult[]>();
  for (const each of tried) {
    const { expected, actual, result } = each;
    if (result !== "failed" || expected?.aspect !== "body" || expected.value === "") continue;
    groups.set(actual?.value, [...(groups.get(actual?.value) ?? []), each]);
  }
  return [...groups].flatMap(([body, cases]) => {
    if (cases.length < enough) return [];
    return [
      {
        seen: `${cases.length} answers have the same wrong body: ${json(String(body).slice(0, 40))}.`,
        probably:
          "The receiver handles these requests like others, or something in front of it answers them.",
        cases: caseIds(cases),
      },
    ];
  });
}

function silence(silent: readonly CaseResult[], tried: readonly CaseResult[]): Pattern {
  const kinds = silent.map(({ actual }) => actual?.value);
  const late = kinds.filter((kind) => kind === "timeout" || kind === "unfinished").length;
  return {
    seen: `${silent.length} of ${tried.length} cases get no answer.`,
    probably:
      late > silent.length / 2
        ? "The receiver does its work before it answers, or waits for something unavailable; use --timeout MS to allow more time, --concurrency N to reduce the load."
        : "The receiver crashes or is restarted while the suite runs, or something in front of it closes connections.",
    cases: caseIds(silent.filter(({ result }) => result === "failed")),
  };
}

/** The status that nearly all of these wrongly got. */
function sameStatus(results: readonly CaseResult[]): number | undefined {
  if (results.length < enough) return undefined;
  const counts = new Map<number, number>();
  for (const each of results) {
    const status = got(each);
    if (each.result === "failed" && status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > results.length * nearly)?.[0];
}

function wants(result: CaseResult, like: (status: number) => boolean): boolean {
  const wanted = expectedStatuses(result);
  return wanted.length > 0 && wanted.every(like);
}

function mayAccept(result: CaseResult): boolean {
  return expectedStatuses(result).some(isSuccess);
}

/** The statuses that a case expects; none if it is about something else. */
function expectedStatuses(result: CaseResult | undefined): readonly number[] {
  const { aspect, value } = result?.expected ?? {};
  if (aspect === "status" && Array.isArray(value)) return sampleStatuses(value);
  return [];
}

function got({ actual }: CaseResult): number | undefined {
  return actual?.aspect === "status" && typeof actual.value === "number" ? actual.value : undefined;
}

function caseIds(results: readonly CaseResult[]): readonly string[] {
  return results.map(({ id }) => id);
}
