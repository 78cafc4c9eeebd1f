import type { CaseResult, ExchangeRecord, Report } from "../../../../../commands/conform/index.js";

/** An expected or actual status. */
function status(value: number | readonly number[]): NonNullable<CaseResult["expected"]> {
  return { aspect: "status", value, text: [value].flat().join(" or ") };
}

/** An exchange with a JSON body and an empty answer. */
export function exchange(fields: Partial<ExchangeRecord["request"]> = {}): ExchangeRecord {
  const body = '{"id":"event_1","ticket":"***"}';
  return {
    step: 1,
    request: {
      method: "POST",
      headers: [
        ["content-type", "application/json"],
        ["x-signature", "sha256=00"],
      ],
      body,
      bodyBytes: Buffer.byteLength(body),
      exact: true,
      ...fields,
    },
    wanted: [204],
    response: { status: 401, headers: [], body: "", bodyBytes: 0, firstByteMs: 1, elapsedMs: 1.5 },
  };
}

/** The result of a case with an answer. */
export function answered(
  id: string,
  wanted: number,
  got: number,
  fields: Partial<CaseResult> = {},
): CaseResult {
  const fine = wanted === got;
  return {
    id,
    clause: "§1.2",
    level: "must",
    why: "Right deliveries are accepted.",
    result: fine ? "passed" : "failed",
    ...(fine ? {} : { reason: `the receiver returns ${got}, expected ${wanted}` }),
    step: 1,
    expected: status([wanted]),
    actual: status(got),
    durationMs: 2,
    exchanges: [exchange()],
    ...fields,
  };
}

/** The inconclusive result of a case. */
export function unseen(id: string, reason: string): CaseResult {
  return {
    id,
    clause: "§1.3",
    level: "must",
    why: "What is stored can't be seen from outside.",
    result: "inconclusive",
    reason,
    durationMs: 0,
    exchanges: [],
  };
}

/** A report on these results, with the counts and verdict that follow from them unless overridden. */
export function reportOn(results: readonly CaseResult[], fields: Partial<Report> = {}): Report {
  const count = (level: string | undefined): Report["counts"] => {
    const own = results.filter((each) => level === undefined || each.level === level);
    const of = (kind: CaseResult["result"]): number => own.filter(({ result }) => result === kind).length;
    return { passed: of("passed"), failed: of("failed"), inconclusive: of("inconclusive") };
  };
  const known = results.filter((each) => each.known === true);
  const ids = (kind: CaseResult["result"]): string[] =>
    known.filter(({ result }) => result === kind).map(({ id }) => id);
  return {
    format: 1,
    url: "http://127.0.0.1:8080/hook",
    startedAt: "2026-01-02T03:04:05.000Z",
    durationMs: 1234,
    subject: {
      application: { id: "app_1", environment: "test" },
      encryption: false,
      previousSecret: false,
      probe: false,
      callbacks: false,
    },
    conforms: !results.some(({ result, level, known: is }) => result === "failed" && level === "must" && !is),
    unproven: [],
    strict: false,
    counts: count(undefined),
    levels: { must: count("must"), should: count("should"), info: count("info") },
    knownFailures: { failed: ids("failed"), passed: ids("passed") },
    durability: { state: "unchecked", reason: "no probe" },
    timing: { roundTripMs: 0.4, toleranceMs: 100 },
    coverage: { clauses: [] },
    results,
    ...fields,
  };
}

/** One result of each kind. */
export const mixed = reportOn(
  [
    answered("1.2/right", 204, 204),
    answered("1.2/newline", 204, 401, {
      why: "The body is checked as received.",
      likelyCause: "The raw body is probably parsed and printed again before the signature is checked.",
    }),
    answered("1.2/pretty", 204, 401, {
      why: "White space stays.",
      likelyCause: "The raw body is probably parsed and printed again before the signature is checked.",
    }),
    answered("1.2/advice", 405, 401, { level: "info" }),
    answered("1.2/expected", 204, 422, { known: true }),
    unseen("1.3/stored", "needs a probe"),
    unseen("1.3/sealed", "needs encryption"),
  ],
  {
    coverage: {
      clauses: [
        {
          id: "1.2-raw",
          section: "§1.2",
          level: "must",
          text: "The signature covers the raw `body`.",
          state: "broken",
          positive: ["1.2/newline"],
          negative: [],
        },
      ],
    },
  },
);
