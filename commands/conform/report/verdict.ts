import { type Incident, incidentWeight } from "../incident.js";
import { type ApiSummary, type CaseResult, type Durability, type Report, weighs } from "../result.js";
import type { Proof } from "../subject.js";

/** The failed cases of a run by their effect on the verdict, and the inconclusive ones. */
interface RunFindings {
  /** They fail the run. */
  readonly broken: readonly CaseResult[];
  /** Failed, but without effect on the verdict. */
  readonly noted: readonly CaseResult[];
  /** Failed, as listed in the known failures. */
  readonly known: readonly CaseResult[];
  readonly inconclusive: readonly CaseResult[];
  /** Not run because of an incident. */
  readonly notRun: readonly CaseResult[];
}

/** Sorts the results that didn't pass by their effect on the verdict. */
export function runFindings({ results, strict }: Report): RunFindings {
  const failed = results.filter(({ result }) => result === "failed");
  const unknown = failed.filter(({ known }) => known !== true);
  return {
    broken: unknown.filter(({ level }) => weighs(level, strict)),
    noted: unknown.filter(({ level }) => !weighs(level, strict)),
    known: failed.filter(({ known }) => known === true),
    inconclusive: results.filter(({ result }) => result === "inconclusive"),
    notRun: results.filter(({ result }) => result === "not-run"),
  };
}

/**
 * `conforms`: shown by the whole suite. `partial`: the selected cases pass, which says nothing about the others. `unshown`:
 * nothing is broken, but the run can't show that the subject conforms. `broken`: it doesn't conform.
 */
type Standing = "conforms" | "partial" | "unshown" | "broken";

/** What a run says about its subject. */
export function runStanding(report: Report): Standing {
  const isBroken = runFindings(report).broken.length > 0 || report.knownFailures.passed.length > 0;
  if (isBroken || incidentsBy("broken", report).length > 0) return "broken";
  if (incidentsBy("unshown", report).length > 0) return "unshown";
  if (report.partial !== undefined && report.interrupted !== true && report.counts.passed > 0)
    return "partial";
  if (report.conforms) return "conforms";
  return "unshown";
}

function incidentsBy(
  weight: ReturnType<typeof incidentWeight>,
  { incidents = [] }: Report,
): readonly Incident[] {
  return incidents.filter((each) => incidentWeight(each) === weight);
}

/** The standing as one more test, for formats that are lists of tests; `undefined` if the others say it all. */
export function standingTest(
  report: Report,
): { readonly kind: "skipped" | "failed"; readonly name: string; readonly message: string } | undefined {
  const standing = runStanding(report);
  const isSaid = standing === "broken" && incidentsBy("broken", report).length === 0;
  if (standing === "conforms" || isSaid) return undefined;
  const kind = standing === "partial" ? "skipped" : "failed";
  return { kind, name: "is shown to conform", message: verdictText(report) };
}

/** The verdict as a sentence without its subject or full stop, such as "doesn't conform: 2 clauses are broken". */
export function verdictText(report: Report): string {
  const { partial } = report;
  const selected =
    partial === undefined ? "" : ` (partial run: ${partial.selected} of ${countText(partial.of, "case")})`;
  const { durability } = report;
  const restarts = report.conforms && durability !== undefined ? `; ${durabilityText(durability)}` : "";
  return wholeVerdict(report) + selected + restarts;
}

/** What a run has not shown, as a clause. */
export function missingProof(proof: Proof): string {
  return missing[proof];
}

const missing: Readonly<Record<Proof, string>> = {
  "accepts-signed": "no correctly signed delivery was accepted",
  "refuses-forged": "no forged delivery was refused",
  "delivers-signed": "no correctly signed delivery has arrived",
  "answers-success": "no operation was reached with a success",
  "refuses-unverified": "no URL was refused that answered its verification wrongly",
};

function wholeVerdict(report: Report): string {
  const { conforms, counts, knownFailures, interrupted, unproven, partial } = report;
  if (conforms)
    return partial === undefined ? `conforms${reachText(report)}` : "conforms in the selected cases";
  const clauses = new Set(runFindings(report).broken.map(({ clause }) => clause)).size;
  const reasons: string[] = [];
  if (clauses > 0) reasons.push(`${clauses} ${clauses === 1 ? "clause is" : "clauses are"} broken`);
  if (knownFailures.passed.length > 0)
    reasons.push(`${countText(knownFailures.passed.length, "known failure")} passed`);
  reasons.push(...incidentsBy("broken", report).map(({ seen }) => seen));
  const incidents = incidentsBy("unshown", report).map(({ seen }) => seen);
  if (reasons.length > 0) return `doesn't conform: ${[...reasons, ...incidents].join(", and ")}`;
  if (counts.passed === 0 && incidents.length === 0) return "isn't shown to conform: no case was conclusive";
  const why = [...incidents, ...unproven.map(missingProof)];
  const start = partial === undefined ? "" : "passes the selected cases, but ";
  return `${start}isn't shown to conform: ${[...(interrupted === true ? ["the run was ended early"] : []), ...why].join(", and ")}`;
}

/** How far a run got, if there are operations of an API that it hasn't seen work. */
function reachText({ subject }: Report): string {
  if (subject.kind !== "api") return "";
  const reached = subject.operations.filter((operation) => operation.reached).length;
  const all = subject.operations.length;
  return reached === all ? "" : ` as far as it was reached: ${reached} of ${countText(all, "operation")}`;
}

/** What is known about restarts, as a clause: a receiver that forgets everything may pass all other cases. */
function durabilityText(durability: Durability): string {
  switch (durability.state) {
    case "survived":
      return "acknowledged events survived a restart";
    case "lost":
      return "a restart lost something, as listed in the known failures";
    case "unchecked":
      return `whether events survive a restart was not checked (${durability.reason})`;
  }
}

/** The number of cases by result, such as "12 passed, 1 failed, 3 inconclusive". */
export function countsText({ counts }: Report): string {
  const { passed, failed, inconclusive, notRun } = counts;
  const told = `${passed} passed, ${failed} failed, ${inconclusive} inconclusive`;
  if (notRun === undefined) return told;
  return `${told}, ${notRun} not run`;
}

/** How many cases are only `info` because the protocol leaves their answers open, and by which member; `undefined` if none. */
export function openText({ results }: Pick<Report, "results">): string | undefined {
  const places = new Map<string, number>();
  for (const { open } of results) if (open !== undefined) places.set(open, (places.get(open) ?? 0) + 1);
  if (places.size === 0) return undefined;
  const total = [...places.values()].reduce((sum, count) => sum + count, 0);
  const failed = results.filter(({ open, result }) => open !== undefined && result === "failed").length;
  const list = [...places].map(([place, count]) => `${place} (${count})`).join(", ");
  const are = total === 1 ? "is" : "are";
  return `${countText(total, "case")} ${are} info, since the protocol leaves the answer open: ${list}; ${failed} failed`;
}

/** "1 case", "2 cases". */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The declared configuration of the subject, on one line. */
export function subjectText({ subject, probeUrl }: Report): string {
  if (subject.kind === "sender") return "sender";
  if (subject.kind === "library") {
    const language = subject.language === undefined ? "" : ` (${subject.language})`;
    return `library ${subject.name} ${subject.version}${language}`;
  }
  if (subject.kind === "api") return apiText(subject);
  const { application } = subject;
  const parts = [
    `application ${application.id}`,
    application.environment,
    ...(application.organization === undefined ? [] : [`organization ${application.organization}`]),
    ...(application.product === undefined ? [] : [`product ${application.product}`]),
    subject.encryption ? "encrypted" : "plaintext",
    ...(subject.previousSecret ? ["with a previous secret"] : []),
    ...(subject.callbacks ? ["callbacks"] : []),
    subject.probe ? `probe ${probeUrl ?? ""}`.trim() : "no probe",
  ];
  return parts.join(", ");
}

function apiText({ contract, identities, operations, requests, seed }: ApiSummary): string {
  const reached = operations.filter((each) => each.reached).length;
  const who = identities.length === 0 ? "no credentials" : `as ${identities.join(", ")}`;
  return `${contract}, ${reached} of ${countText(operations.length, "operation")} reached with a success, ${countText(requests, "request")}, ${who}, seed ${seed}`;
}

/** A result for a program that only knows passing, failing and skipping. */
type CaseOutcome =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly message: string }
  /** Failed or inconclusive, without effect on the verdict. */
  | { readonly kind: "skipped"; readonly message: string }
  /** Failed, as listed in the known failures. */
  | { readonly kind: "known"; readonly message: string };

/** How a test report counts a result, with the message to show. */
export function caseOutcome(result: CaseResult, strict: boolean): CaseOutcome {
  const { reason = "unknown reason", level, known } = result;
  if (result.result === "inconclusive" || result.result === "not-run")
    return { kind: "skipped", message: reason };
  if (result.result === "passed")
    return known === true
      ? { kind: "failed", message: "passes, but is listed as a known failure; remove it from the list" }
      : { kind: "passed" };
  if (known === true) return { kind: "known", message: `known failure: ${reason}` };
  if (weighs(level, strict)) return { kind: "failed", message: reason };
  return { kind: "skipped", message: `${reason} (${level}, without effect)` };
}
