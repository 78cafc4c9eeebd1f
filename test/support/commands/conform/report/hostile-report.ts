import fc from "fast-check";
import type { CaseResult, Report } from "../../../../../commands/conform/index.js";
import { exchange, reportOn } from "./example-report.js";

const nasty = fc.constantFrom(
  "</script><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  "]]>",
  "::error::x",
  "\u001b[2J",
  "\r\n::set-output name=a::b",
  "\u2028\u2029\u202e",
  "\u0085\u009b31m\u2066\u200f",
  "##[error]x",
  " ::warning::x",
  "# SKIP",
  "\\#",
  "***",
  "`|_*[]()<b>",
  "$(id) `id` 'quoted' \"$HOME\"",
  "\ud800",
  "\u0000\u0007",
  "  ---\n  ...",
  "not ok 1",
);

/** Hostile text of a receiver, a case or a flag. */
export const hostileText = fc
  .array(fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 12 })), { maxLength: 4 })
  .map((parts) => parts.join(""));

const result = fc.record({
  id: hostileText.map((text) => `1/${text}`),
  clause: hostileText.map((text) => `§${text}`),
  level: fc.constantFrom("must" as const, "should" as const, "info" as const),
  result: fc.constantFrom("passed" as const, "failed" as const, "inconclusive" as const),
  texts: fc.tuple(hostileText, hostileText, hostileText, hostileText),
  header: hostileText,
  request: hostileText,
  answer: hostileText,
  known: fc.boolean(),
});

/** Reports with hostile text in every field. */
export const hostileReport: fc.Arbitrary<Report> = fc
  .record({ results: fc.array(result, { minLength: 1, maxLength: 5 }), application: hostileText })
  .map(({ results, application }) => {
    const report = reportOn(
      results.map(({ id, clause, level, result, texts, header, request, answer, known }): CaseResult => {
        const [why, reason, likelyCause, text] = texts;
        const sent = exchange({ headers: [["x-odd", header]], body: request });
        const response = { status: 500, headers: [["x-odd", header]] as const, body: answer };
        return {
          id,
          clause,
          level,
          why,
          result,
          reason,
          likelyCause,
          expected: { aspect: "body", value: text, text },
          actual: { aspect: "body", value: text, text },
          durationMs: 1,
          ...(known ? { known } : {}),
          exchanges: [{ ...sent, response: { ...response, bodyBytes: 1, firstByteMs: 1, elapsedMs: 1 } }],
        };
      }),
    );
    const subject = { ...report.subject, application: { id: application, environment: application } };
    return { ...report, subject };
  });
