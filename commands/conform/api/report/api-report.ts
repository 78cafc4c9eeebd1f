import type { Contracts } from "../../../../reader/documents/contracts.js";
import type { Place } from "../../../../reader/documents/place.js";
import { placeSource } from "../../../../reader/model/schemas.js";
import type { Incident } from "../../incident.js";
import { incidentWeight } from "../../incident.js";
import type { ApiSummary, CaseResult, ClauseCoverage, ContractPlace, Counts, Report } from "../../result.js";
import { weighs } from "../../result.js";
import { countResults } from "../../run-report.js";
import { apiChecks } from "../checks/api-checks.js";
import { type ApiOperation, declaredStatuses } from "../contract/api-contract.js";
import type { ApiRunOptions } from "../run/api-run-options.js";
import type { ApiSession } from "../run/api-session.js";
import { observedRules } from "../run/observed-results.js";
import type { Observer } from "../run/observer.js";

/** What a finished run is reported from. */
interface ApiRunFacts {
  readonly options: ApiRunOptions;
  readonly url: string;
  readonly contract: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly session: ApiSession;
  readonly requestsToFirstFinding: number | undefined;
  readonly observer: Observer;
  readonly operations: readonly ApiOperation[];
  readonly results: readonly CaseResult[];
  /** Cases that there were, selected or not. */
  readonly all: number;
  readonly incidents: readonly Incident[];
}

/** The report of a run against the server of an API. */
export function apiReport(facts: ApiRunFacts): Report {
  const { options, url, startedAt, durationMs, results, incidents } = facts;
  const { strict = false, only = [], skip = [], ids, signal } = options;
  const known = results.filter((result) => result.known === true);
  const knownIds = (kind: CaseResult["result"]): string[] =>
    known.filter(({ result }) => result === kind).map(({ id }) => id);
  const broken = results.some(
    (each) => each.result === "failed" && each.known !== true && weighs(each.level, strict),
  );
  const passed = results.some(({ result }) => result === "passed");
  const summary = apiSummary(facts);
  const unproven = summary.operations.some(({ reached }) => reached) ? [] : (["answers-success"] as const);
  const interrupted = signal?.aborted === true;
  const undisturbed = incidents.every((each) => incidentWeight(each) === "none");
  const isPartial = only.length + skip.length > 0 || ids !== undefined;
  const isWhole = !isPartial && !interrupted && incidents.length === 0;
  const existing = new Set(results.map(({ id }) => id));
  // A case that is no longer there is as good as one that passes: the list is out of date.
  const gone = isWhole ? (options.knownFailures ?? []).filter((id) => !existing.has(id)) : [];
  const stale = [...knownIds("passed"), ...gone];
  const counts = (level?: string): Counts =>
    countResults(results.filter((each) => level === undefined || each.level === level));
  return {
    format: 1,
    url,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs),
    subject: summary,
    conforms: !broken && !interrupted && undisturbed && passed && stale.length === 0 && unproven.length === 0,
    unproven,
    ...(isPartial && { partial: { selected: results.length, of: facts.all } }),
    strict,
    ...(interrupted && { interrupted }),
    ...(incidents.length > 0 && { incidents }),
    counts: counts(),
    levels: { must: counts("must"), should: counts("should"), info: counts("info") },
    knownFailures: { failed: knownIds("failed"), passed: stale },
    timing: { roundTripMs: 0, toleranceMs: 0 },
    coverage: { clauses: checkCoverage(results, absentReason({ isPartial, interrupted, incidents })) },
    results,
  };
}

function apiSummary(facts: ApiRunFacts): ApiSummary {
  const { options, contract, session, requestsToFirstFinding, observer, operations, results } = facts;
  return {
    kind: "api",
    contract,
    identities: options.identities.map(({ name }) => name),
    seed: options.seed,
    arguments: options.arguments ?? [],
    requests: session.requests,
    ...(requestsToFirstFinding !== undefined && { requestsToFirstFinding }),
    operations: operations.map((operation) => {
      const seen = [...(observer.statuses.get(operation.id) ?? [])].sort((a, b) => a - b);
      const { id, method, path } = operation;
      const reached = seen.some((status) => status >= 200 && status < 300);
      const place = contractPlace(options.contracts, operation.declared.place);
      return { id, method, path, place, declared: declaredStatuses(operation), seen, reached };
    }),
    keywords: keywordCoverage(results),
  };
}

function contractPlace(contracts: Contracts, place: Place): ContractPlace {
  const { line, column } = place.document.locate(place.tokens, "key");
  return { ...placeSource(contracts, place), line, column };
}

/** Which keywords values at their edges were sent for, by the ids of cases. */
function keywordCoverage(results: readonly CaseResult[]): ApiSummary["keywords"] {
  const found = new Map<string, { valid: number; invalid: number }>();
  for (const { id, clause, result } of results) {
    if (result === "inconclusive" || result === "not-run") continue;
    if (clause !== "refused" && clause !== "accepted") continue;
    const keyword = id.split("/").findLast((part) => keywords.has(part));
    if (keyword === undefined) continue;
    const counts = found.get(keyword) ?? { valid: 0, invalid: 0 };
    found.set(keyword, counts);
    if (clause === "refused") counts.invalid++;
    else counts.valid++;
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const keywords: ReadonlySet<string> = new Set(
  "type enum required minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems additionalProperties minProperties maxProperties dependentRequired".split(
    " ",
  ),
);

/** How much of a run there was. */
interface RunExtent {
  readonly isPartial: boolean;
  readonly interrupted: boolean;
  readonly incidents: readonly Incident[];
}

/** Why a check has no case in a run. */
function absentReason({ isPartial, interrupted, incidents }: RunExtent): (check: string) => string {
  const [incident] = incidents;
  return (check) => {
    if (check === "response-time") return "needs --max-response-time MS";
    if (incident !== undefined) return incident.seen;
    if (interrupted) return "the run was ended early";
    if (isPartial) return "none of its cases was selected";
    return "no operation of the contract has what it is about";
  };
}

function checkCoverage(
  results: readonly CaseResult[],
  absent: (check: string) => string,
): readonly ClauseCoverage[] {
  const rules = [
    ...Object.entries(observedRules),
    ...apiChecks.map(({ name, rule }) => [name, rule] as const),
  ];
  return rules.map(([name, text]) => {
    const own = results.filter(({ clause }) => clause === name);
    const conclusive = own.filter(({ result }) => result === "passed" || result === "failed");
    let state: ClauseCoverage["state"] = "kept";
    if (conclusive.length === 0) state = "untried";
    else if (conclusive.some(({ result, level }) => result === "failed" && level !== "info"))
      state = "broken";
    const reasons = new Set(own.map(({ reason }) => reason ?? "").filter((reason) => reason !== ""));
    const note = own.length === 0 ? absent(name) : [...reasons].slice(0, 3).join("; ");
    return {
      id: name,
      section: name,
      level: "must" as const,
      text,
      state,
      positive: own.map(({ id }) => id),
      negative: [],
      ...(state === "untried" && { note }),
    };
  });
}
