import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ExchangeRecord,
  formatReport,
  type SubjectSummary,
} from "../../../../commands/conform/index.js";
import { curlCommand, rerunCommand, shellWord } from "../../../../commands/conform/report/details.js";
import { exchangeRecord } from "../../../../commands/conform/run/mask.js";
import { exchange, mixed, reportOn } from "../../../support/commands/conform/report/example-report.js";
import { hostileReport, hostileText } from "../../../support/commands/conform/report/hostile-report.js";

const shell = promisify(execFile);

describe("the JSON report", () => {
  it("contains the whole report, the verdict and the commands", () => {
    const parsed = JSON.parse(formatReport(mixed, { format: "json", version: "1.2.3" }));
    expect(parsed).toMatchObject({
      tool: { name: "oipkit", version: "1.2.3" },
      verdict: "doesn't conform: 1 clause is broken",
      conforms: false,
      counts: mixed.counts,
      timing: { roundTripMs: 0.4, toleranceMs: 100 },
    });
    expect(parsed.results[1]).toMatchObject({
      id: "1.2/newline",
      clause: "§1.2",
      level: "must",
      result: "failed",
      expected: { text: "204" },
      actual: { text: "401" },
      rerun: expect.stringMatching(/^oipkit conform /),
    });
    expect(parsed.results[1].exchanges[0].curl).toContain("$WEBHOOK_VERIFICATION_TOKEN");
  });

  it("is valid JSON and complete, whatever it contains", () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const parsed = JSON.parse(formatReport(report, { format: "json" }));
        expect(parsed.results).toMatchObject(JSON.parse(JSON.stringify(report.results)));
      }),
    );
  });
});

describe("a shell word", () => {
  it("evaluates to the original text in a shell", async () => {
    const text = hostileText.filter((each) => !each.includes("\0") && !/\p{Cs}/u.test(each));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 20 }), async (texts) => {
        const { stdout } = await shell("sh", ["-c", `printf '%s\\0' ${texts.map(shellWord).join(" ")}`]);
        expect(stdout.split("\0").slice(0, -1)).toEqual(texts);
      }),
      { numRuns: 10 },
    );
  });
});

describe("the command that reruns a case", () => {
  it("contains the receiver, its binding, probe and callbacks, but no secret", () => {
    const { subject } = mixed;
    const application = { id: "app's", environment: "test", organization: "org_1", product: "p" };
    const report = reportOn([], {
      probeUrl: "http://127.0.0.1:1/probe",
      subject: { ...(subject as SubjectSummary), application, callbacks: true },
    });
    expect(rerunCommand(report, "1/a b")).toBe(
      "oipkit conform http://127.0.0.1:8080/hook --only '1/a b' --application 'app'\\''s' --environment test --organization org_1 --product p --probe http://127.0.0.1:1/probe --callbacks",
    );
  });
});

describe("the curl command for a request", () => {
  const credentials = { secrets: ["se'cret"], verificationToken: "to ken$1", encryptKey: "key" };
  const record = (body: Uint8Array, headers: ExchangeRecord["request"]["headers"] = []): ExchangeRecord =>
    exchangeRecord({
      credentials,
      step: 1,
      sent: { method: "PUT", headers, body },
      wanted: [],
      got: "timeout",
    });

  it.each([
    ["the body contains another credential", Buffer.from("the se'cret")],
    ["the body is long", Buffer.alloc(5000, "a")],
    [
      "the body contains both the token and invalid UTF-8",
      Buffer.concat([Buffer.from("to ken$1"), Buffer.from([0xff])]),
    ],
  ])("isn't offered if %s", (_name, body) => {
    expect(curlCommand("http://127.0.0.1:1/", record(body))).toBeUndefined();
  });

  it("sends a chunked body in chunks", () => {
    expect(curlCommand("http://127.0.0.1:1/", exchange({ chunked: true }))).toContain(
      "-H 'transfer-encoding: chunked'",
    );
  });
});
