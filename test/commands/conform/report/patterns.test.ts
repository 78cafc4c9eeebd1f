import { describe, expect, it } from "vitest";
import type { CaseResult } from "../../../../commands/conform/index.js";
import { markdownReport } from "../../../../commands/conform/report/markdown.js";
import { failurePatterns } from "../../../../commands/conform/report/patterns.js";
import { prettyReport } from "../../../../commands/conform/report/pretty.js";
import { answered, reportOn } from "../../../support/commands/conform/report/example-report.js";

const many = (wanted: number, got: number, from = 0): CaseResult[] =>
  Array.from({ length: 10 }, (_, at) => answered(`1/${from + at}`, wanted, got));

const silent = (kind: "timeout" | "closed"): CaseResult[] =>
  many(204, 401).map((each) => ({
    ...each,
    expected: { aspect: "answer", value: [204], text: "204" },
    actual: { aspect: "answer", value: kind, text: "no answer" },
  }));

describe("patterns of many results", () => {
  it.each([
    [401, /secret or the verification token/],
    [400, /needs a header or a member that the contract and its examples lack/],
    [403, /secret differs from the receiver's, or something in front of it/],
    [404, /path of the URL/],
    [405, /doesn.t accept POST/],
    [422, /another application, environment, .* WEBHOOK_ENCRYPT_KEY isn't set/],
    [301, /redirects/],
    [500, /its log says why/],
    [200, /default status/],
    [418, /Something in front/],
  ])("include valid requests that are all answered with %i", (status, cause) => {
    const report = reportOn([...many(204, status), ...many(401, 401, 10)]);
    expect(failurePatterns(report)).toEqual([
      {
        seen: `Requests that should be accepted all get ${status}.`,
        probably: expect.stringMatching(cause),
        cases: Array.from({ length: 10 }, (_, at) => `1/${at}`),
      },
    ]);
  });

  it.each([
    [400, /^They are refused like forged ones, so the secret probably differs .* serialized again\.$/],
    [403, /^They are refused like forged ones, .* Or: something in front of the receiver refuses requests/],
    [404, /path of the URL/],
    [415, /application\/json/],
    [500, /its log says why/],
  ])("compare valid requests that get %i with forged ones, if any refusal is right", (status, cause) => {
    const any = { aspect: "status", value: ["other"], text: "any status but 2xx" } as const;
    const forged = many(status, status, 10).map((each) => ({ ...each, expected: any }));
    const [pattern, ...others] = failurePatterns(reportOn([...many(204, status), ...forged]));
    expect(pattern?.seen).toBe(`Requests that should be accepted all get ${status}.`);
    expect(pattern?.probably).toMatch(cause);
    expect(others).toEqual([]);
  });

  it("give the opposite advice if encryption is on", () => {
    const report = reportOn(many(204, 422));
    const subject = { ...report.subject, encryption: true };
    expect(failurePatterns({ ...report, subject })[0]?.probably).toContain(
      "plaintext, but WEBHOOK_ENCRYPT_KEY is set",
    );
  });

  it.each([400, 422])("with %i say nothing of encryption if the protocol has none", (status) => {
    const report = reportOn(many(204, status));
    const subject = { ...report.subject, encryptable: false };
    const [pattern] = failurePatterns({ ...report, subject });
    expect(pattern?.probably).toContain("needs a header or a member");
    expect(pattern?.probably).not.toContain("WEBHOOK_ENCRYPT_KEY");
  });

  it("include invalid requests that are all accepted", () => {
    const report = reportOn([...many(204, 204), ...many(401, 204, 10)]);
    expect(failurePatterns(report).map(({ seen }) => seen)).toEqual([
      "10 of 10 wrong requests are accepted.",
    ]);
  });

  it("tell a receiver that answers everything with a success from one that checks nothing", () => {
    const saying = (body: string, results: readonly CaseResult[]): CaseResult[] =>
      results.map((each) => ({
        ...each,
        exchanges: each.exchanges.map(({ response, ...rest }) => ({
          ...rest,
          ...(response && { response: { ...response, body } }),
        })),
      }));
    const right = saying('{"ok":true}', many(204, 204));
    const causes = ['{"error":"bad signature"}', '{"ok":true}'].map(
      (body) => failurePatterns(reportOn([...right, ...saying(body, many(401, 204, 10))]))[0]?.probably,
    );
    expect(causes).toEqual([
      expect.stringContaining("answers with a success nevertheless"),
      "The receiver checks neither the signature nor the content of requests.",
    ]);
  });

  it("about what the protocol leaves open say so, and come after what is broken", () => {
    const near = Array.from({ length: 10 }, (_, at) =>
      answered(`1/near/event-name/${at}`, 401, 204, { level: "info", open: "rules/unknownEvents" }),
    );
    const report = reportOn([...many(204, 204), ...near, answered("2/broken", 401, 204)]);
    expect(failurePatterns(report)).toEqual([
      {
        seen: "10 of 10 near misses of 1/near/event-name get 204.",
        probably:
          "What they vary is probably not checked at all. The protocol leaves the answer open (rules/unknownEvents).",
        cases: near.map(({ id }) => id),
        open: true,
      },
    ]);
    const places = [prettyReport(report), markdownReport(report)].map((text) => [
      text.indexOf("Broken"),
      text.indexOf("near misses"),
    ]);
    for (const [broken = 0, open = 0] of places) {
      expect(broken).toBeGreaterThan(0);
      expect(open).toBeGreaterThan(broken);
    }
  });

  it("include refusals with another status, whatever status each should have", () => {
    const report = reportOn([
      ...many(204, 204),
      ...many(401, 400, 10),
      ...many(422, 400, 20),
      {
        ...answered("1/few", 401, 400),
        expected: { aspect: "status", value: [204, 401], text: "204 or 401" },
      },
      answered("1/apart", 415, 400),
      ...many(405, 405, 30),
    ]);
    expect(failurePatterns(report)).toEqual([
      {
        seen: "21 requests are refused, but with 400 instead of 401 or 422.",
        probably: expect.stringContaining("400 is its status for these refusals"),
        cases: [...Array.from({ length: 20 }, (_, at) => `1/${10 + at}`), "1/few"],
      },
    ]);
  });

  it("say that every request gets the same status, if that is so", () => {
    const report = reportOn([...many(204, 400), ...many(401, 400, 10), ...many(422, 400, 20)]);
    const [pattern, ...others] = failurePatterns(report);
    expect(pattern).toMatchObject({ seen: "All requests get 400, valid or not." });
    expect([pattern?.cases.length, others]).toEqual([30, []]);
  });

  it("include accepted requests whose answers have a body", () => {
    const report = reportOn(
      many(204, 401).map((each) => ({
        ...each,
        expected: { aspect: "body", value: "", text: "an empty body" },
        actual: { aspect: "body", value: "OK", text: "2 bytes" },
      })),
    );
    expect(failurePatterns(report)).toMatchObject([
      { seen: "10 requests are accepted, but the answer has a body.", cases: { length: 10 } },
    ]);
  });

  it("include answers with the same wrong body", () => {
    const report = reportOn(
      many(200, 401).map((each, at) => ({
        ...each,
        expected: { aspect: "body", value: `{"challenge":"${at}"}`, text: "the challenge" },
        actual: { aspect: "body", value: "OK", text: "another body" },
      })),
    );
    expect(failurePatterns(report)).toMatchObject([
      { seen: '10 answers have the same wrong body: "OK".', cases: { length: 10 } },
    ]);
  });

  it("include refusals by an error, where any refusal is allowed", () => {
    const report = reportOn(
      many(401, 500).map((each) => ({
        ...each,
        level: "should",
        refused: true,
        expected: { aspect: "status", value: ["other"], text: "any status but 2xx" },
      })),
    );
    expect(failurePatterns(report)).toEqual([
      {
        seen: "10 requests are refused, by an error, 500.",
        probably: expect.stringContaining("throws an error where it should refuse"),
        cases: expect.any(Array),
      },
    ]);
  });

  it("leave out known failures", () => {
    const known = many(204, 401).map((each) => ({ ...each, known: true as const }));
    expect(failurePatterns(reportOn(known))).toEqual([]);
  });

  it("distinguish the causes of timeouts and closed connections", () => {
    expect(failurePatterns(reportOn(silent("timeout")))[0]?.probably).toContain("--timeout");
    expect(failurePatterns(reportOn(silent("closed")))[0]?.probably).toContain("crashes");
  });

  it.each([
    ["all cases pass", [...many(204, 204), ...many(401, 401, 10)]],
    ["failures differ", [...many(204, 401).slice(5), ...many(204, 422, 10).slice(5)]],
    ["some valid requests pass", [...many(204, 401), ...many(204, 204, 10)]],
    ["there are too few results", many(204, 401).slice(0, 4)],
  ])("are empty if %s", (_name, results) => {
    expect(failurePatterns(reportOn(results))).toEqual([]);
  });
});
