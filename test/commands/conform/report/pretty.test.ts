import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatReport } from "../../../../commands/conform/index.js";
import {
  answered,
  mixed,
  reportOn,
  unseen,
} from "../../../support/commands/conform/report/example-report.js";
import { hostileReport } from "../../../support/commands/conform/report/hostile-report.js";

describe("the pretty report", () => {
  it("begins with the verdict, then describes each broken clause, with identical failures only once", () => {
    expect(formatReport(mixed)).toBe(`http://127.0.0.1:8080/hook doesn't conform: 1 clause is broken
1 passed, 4 failed, 2 inconclusive in 1.2 s
application app_1, test, plaintext, no probe

Broken

  §1.2 The signature covers the raw \`body\`.
    ✗ 1.2/newline (must)
        The receiver returns 401, expected 204.
        Rule: The body is checked as received.
        Likely cause: The raw body is probably parsed and printed again before the signature is checked.
        Same failure: 1.2/pretty

Noted, without effect on the verdict

  §1.2
    ✗ 1.2/advice (info)
        The receiver returns 401, expected 405.
        Rule: Right deliveries are accepted.

Known failures

  failed, as known: 1.2/expected

Inconclusive

  needs a probe (--probe URL, if the receiver has a probe): 1 case
    1.3/stored
  needs encryption (run again with encryption on, the key in WEBHOOK_ENCRYPT_KEY): 1 case
    1.3/sealed

Run one case again: oipkit conform http://127.0.0.1:8080/hook --only 1.2/newline --application app_1 --environment test
Times: a round trip takes 0.4 ms; 100 ms are added to every time limit.
`);
  });

  it("reports that a receiver conforms", () => {
    const text = formatReport(reportOn([answered("1/a", 204, 204)]));
    expect(text).toMatch(
      /^http:\/\/127\.0\.0\.1:8080\/hook conforms; whether events survive a restart was not checked \(no probe\)\n1 passed, 0 failed, 0 inconclusive in/,
    );
    expect(text).not.toMatch(/Broken|Noted|Inconclusive|Known/);
  });

  it("doesn't report conformance if nothing was conclusive", () => {
    const report = reportOn([unseen("1/a", "needs a probe")], { conforms: false });
    expect(formatReport(report)).toMatch(/^\S+ isn't shown to conform: no case was conclusive\n/);
  });

  it("names known failures that pass as the reason for the verdict", () => {
    const report = reportOn([answered("1/a", 204, 204, { known: true })], { conforms: false });
    const text = formatReport(report);
    expect(text).toMatch(/^\S+ doesn't conform: 1 known failure passed\n/);
    expect(text).toContain("passed; remove them from the list: 1/a");
  });

  it("reports that a run was ended early", () => {
    const report = reportOn([answered("1/a", 204, 204)], { conforms: false, interrupted: true });
    expect(formatReport(report)).toContain("The run was ended early");
  });

  it("shows a few failures of each clause and counts the rest if there are many", () => {
    const results = Array.from({ length: 40 }, (_, at) =>
      answered(`1/${at}`, at % 2 ? 204 : 401, 403 + (at % 3), { why: `${at}` }),
    );
    const text = formatReport(reportOn(results));
    expect(text.match(/✗/g)).toHaveLength(2);
    expect(text).toContain("… and 38 cases more");
  });

  it("has one finding for the cases that a pattern explains, and lists only the others", () => {
    const explained = Array.from({ length: 78 }, (_, at) => answered(`1/${at}`, 401, 400));
    const text = formatReport(
      reportOn([
        answered("2/right", 204, 204),
        ...explained,
        answered("2/other", 422, 204, { clause: "§2" }),
      ]),
    );
    expect(text).toContain(`78 requests are refused, but with 400 instead of 401.
  The receiver recognizes that they are wrong, but 400 is its status for these refusals; the documentation requires 401.
  Clauses: §1.2 (78)
  Cases: 1/0, 1/1, 1/2, 1/3, … and 74 more
`);
    expect(text.match(/✗ .*/g)).toEqual(["✗ 2/other (must)"]);
  });

  it("says that a clause fails for the same reason as an earlier one", () => {
    const likelyCause = "The clock is probably wrong.";
    const text = formatReport(
      reportOn([
        answered("1/a", 204, 401, { likelyCause }),
        answered("2/b", 204, 401, { likelyCause, clause: "§2" }),
      ]),
    );
    expect(text.match(/Likely cause: /g)).toHaveLength(1);
    expect(text).toContain("        Same cause as 1/a (§1.2)\n");
  });

  it("has colors only on request", () => {
    expect(formatReport(mixed)).not.toContain("\u001b");
    const text = formatReport(mixed, { colour: true });
    expect(text).toContain("\u001b[1;31mdoesn't conform: 1 clause is broken\u001b[0m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes escape sequences
    expect(text.replace(/\u001b\[[\d;]*m/g, "")).toBe(formatReport(mixed));
  });

  it("contains no terminal control characters, whatever the report contains", () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        expect(formatReport(report)).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
