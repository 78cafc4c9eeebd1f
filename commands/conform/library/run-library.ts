import { LibraryUnusable, UnknownCase } from "../errors.js";
import type { CaseResult, Observation, Report } from "../result.js";
import type { SuiteProgress } from "../run/run-options.js";
import { runReport } from "../run-report.js";
import { type Proof, proofs } from "../subject.js";
import { type Filters, selectCases } from "../suite/select.js";
import type { Clause } from "../suite/suite.js";
import type { VerifierGroup, VerifierVector, VerifierVectors } from "../verifier/verifier-vectors.js";
import { type LibraryProcess, type LibraryStart, startLibrary } from "./library-process.js";
import {
  endText,
  type LibraryAnswer,
  type LibraryHello,
  questionLine,
  readAnswer,
  readHello,
} from "./messages.js";

/** The library, the vectors to ask it about, and how to do it. */
export interface LibraryRunOptions extends Filters, LibraryStart {
  readonly vectors: VerifierVectors;
  /** Whether a failed `should` also fails the run. Default: no. */
  readonly strict?: boolean | undefined;
  /** Ids of vectors that are known to fail. They are still asked about; one that passes fails the run. */
  readonly knownFailures?: readonly string[] | undefined;
  /** How long the start and each answer may take, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How long all answers together may take, in milliseconds. Default: 120,000. */
  readonly totalMs?: number | undefined;
  /** How often a process that broke the protocol is replaced. Default: 20. */
  readonly maxRestarts?: number | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that never decrease, for durations. Default: `performance.now`. */
  readonly clock?: (() => number) | undefined;
  /** Aborts the run: results so far are reported. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each result. */
  readonly onResult?: ((result: CaseResult, progress: SuiteProgress) => void) | undefined;
}

/** A vector with what its group says. */
interface AskedVector extends VerifierVector {
  readonly group: VerifierGroup;
}

/**
 * Asks a library about vectors, one after another, over standard input and output. Rejects if there is nothing to report:
 * `NoCaseSelected`, `UnknownCase`, `LibraryUnusable`.
 */
export async function runLibrary(options: LibraryRunOptions): Promise<Report> {
  const { vectors, now = Date.now, clock = performance.now.bind(performance) } = options;
  const all = vectors.groups.flatMap((group) => group.vectors.map((vector) => ({ ...vector, group })));
  const existing = new Set(all.map(({ id }) => id));
  const unknown = (options.knownFailures ?? []).filter((id) => !existing.has(id));
  if (unknown.length > 0) throw new UnknownCase(unknown);
  const selected = selectCases(all, options);
  const startedAt = now();
  const started = clock();
  const first = await openLibrary(options);
  const results = await askAll(selected, first, { ...options, clock });
  return runReport({
    url: options.command,
    suite: { clauses: groupClauses(vectors.groups) },
    strict: options.strict,
    subject: { kind: "library", ...first.hello },
    startedAt,
    durationMs: clock() - started,
    timing: { roundTripMs: 0, toleranceMs: 0 },
    selected: selected.length,
    all: all.length,
    results,
    unproven: unprovenByVectors(selected, results),
    interrupted: results.length < selected.length,
  });
}

interface OpenLibrary {
  readonly library: LibraryProcess;
  readonly hello: LibraryHello;
}

/** Starts a library and reads its hello. Rejects with `LibraryUnusable`. */
async function openLibrary(options: LibraryRunOptions): Promise<OpenLibrary> {
  const library = startLibrary(options);
  const output = await library.next(options.timeoutMs ?? 10_000);
  const hello = output.kind === "line" ? readHello(output.text) : undefined;
  if (hello !== undefined) return { library, hello };
  library.stop();
  const said =
    output.kind === "ended"
      ? `it ${endText(output)}`
      : "its first line isn't an object with `name` and `version`";
  throw new LibraryUnusable(options.command, output.kind === "silent" ? "it printed nothing in time" : said);
}

type AskOptions = LibraryRunOptions & { readonly clock: () => number };

async function askAll(
  selected: readonly AskedVector[],
  first: OpenLibrary,
  options: AskOptions,
): Promise<readonly CaseResult[]> {
  const { vectors, clock, timeoutMs = 10_000, totalMs = 120_000, maxRestarts = 20, signal } = options;
  const known = new Set(options.knownFailures);
  const results: CaseResult[] = [];
  const until = clock() + totalMs;
  let library: LibraryProcess | undefined = first.library;
  let restarts = 0;
  let over = "";
  const stop = (): void => library?.stop();
  signal?.addEventListener("abort", stop);
  try {
    for (const vector of selected) {
      if (signal?.aborted) break;
      const since = clock();
      if (over === "" && since >= until) over = "not run: the time for all vectors was up";
      const answer: LibraryAnswer | undefined =
        over === "" && library !== undefined
          ? readAnswer(
              await library.ask(
                questionLine(vector, vector.group, vectors.now),
                Math.min(timeoutMs, until - since),
              ),
              vector.id,
            )
          : undefined;
      if (signal?.aborted) break;
      const result = toResult(vector, {
        answer,
        over,
        durationMs: clock() - since,
        isKnown: known.has(vector.id),
      });
      results.push(result);
      options.onResult?.(result, { done: results.length, total: selected.length });
      if (answer?.kind !== "broken") continue;
      library?.stop();
      library = undefined;
      if (restarts === maxRestarts) over = `not run: the library failed ${restarts + 1} times`;
      else library = await reopened(options);
      restarts += 1;
      if (library === undefined && over === "") over = "not run: the library doesn't start again";
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    library?.stop();
  }
  return results;
}

async function reopened(options: LibraryRunOptions): Promise<LibraryProcess | undefined> {
  try {
    return (await openLibrary(options)).library;
  } catch (error) {
    if (error instanceof LibraryUnusable) return undefined;
    throw error;
  }
}

interface Seen {
  /** Absent if it wasn't asked. */
  readonly answer: LibraryAnswer | undefined;
  readonly over: string;
  readonly durationMs: number;
  readonly isKnown: boolean;
}

function toResult(vector: AskedVector, { answer, over, durationMs, isKnown }: Seen): CaseResult {
  const { id, level, why, group } = vector;
  return {
    id,
    clause: group.clause,
    level,
    why,
    ...judged(vector, answer, over),
    ...(isKnown && { known: true as const }),
    durationMs: Math.round(durationMs),
    exchanges: [],
  };
}

function judged(
  { result: expected }: AskedVector,
  answer: LibraryAnswer | undefined,
  over: string,
): Pick<CaseResult, "result" | "reason" | "expected" | "actual"> {
  if (answer === undefined) return { result: "inconclusive", reason: over };
  const wanted = { expected: verdict(expected) };
  switch (answer.kind) {
    case "skip":
      return { result: "inconclusive", reason: `the library skips it: ${answer.why}` };
    case "broken":
      return {
        ...wanted,
        result: "failed",
        reason: answer.reason,
        actual: { aspect: "answer", value: "malformed", text: answer.reason },
      };
    case "accept":
    case "refuse": {
      const actual = verdict(answer.kind);
      if (answer.kind === expected) return { ...wanted, result: "passed", actual };
      return { ...wanted, result: "failed", actual, reason: wrongText(answer) };
    }
  }
}

function wrongText({ kind, error }: Extract<LibraryAnswer, { kind: "accept" | "refuse" }>): string {
  if (kind === "accept") return "the library accepts what must be refused";
  return `the library refuses what must be accepted${error === undefined ? "" : `: ${error}`}`;
}

function verdict(value: "accept" | "refuse"): Observation {
  return { aspect: "verdict", value, text: value };
}

/** Each group as a rule, for the coverage of a report. */
function groupClauses(groups: readonly VerifierGroup[]): readonly Clause[] {
  return groups.map(({ rule, clause, text, vectors }) => {
    const ids = (result: VerifierVector["result"]): readonly string[] =>
      vectors.filter((vector) => vector.result === result).map(({ id }) => id);
    const [positive, negative] = [ids("accept"), ids("refuse")];
    const level = vectors.some((vector) => vector.level === "must") ? "must" : "should";
    return {
      id: rule,
      section: clause,
      level,
      text,
      ...(positive.length > 0 && { positive }),
      ...(negative.length > 0 && { negative }),
    };
  });
}

/** What no passed vector has shown about the signature. */
function unprovenByVectors(
  vectors: readonly AskedVector[],
  results: readonly CaseResult[],
): readonly Proof[] {
  const passed = new Set(results.filter(({ result }) => result === "passed").map(({ id }) => id));
  const shown = new Set<Proof>();
  for (const { id, result, flags } of vectors) {
    if (!passed.has(id)) continue;
    if (result === "accept" && flags.includes("authentic")) shown.add("accepts-signed");
    if (result === "refuse" && (flags.includes("forged") || flags.includes("altered-after-signing")))
      shown.add("refuses-forged");
  }
  return proofs.filter((proof) => !shown.has(proof));
}
