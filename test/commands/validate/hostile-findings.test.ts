import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createReporter } from "../../../commands/report/create-reporter.js";
import { type Finding, formats, type ReportedPart } from "../../../commands/report/reporter.js";
import { runnerCommand, unsafe } from "../../support/reader/text/output-characters.js";

describe("hostile text in a finding", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom(
      "::error::x",
      "%0A,a:b",
      "a\r\nb",
      "]]>",
      "<&>\"'",
      "\u001b[2J",
      "\u009b\u0085\u202e\u2066\u2028",
      "##[error]x",
      "\u0000",
      "\ud800",
      "../ä b?#%",
    ),
  );
  const finding = fc.record({
    file: hostile,
    line: fc.constant(3),
    column: fc.constant(4),
    pointer: hostile,
    code: fc.constant("type"),
    level: fc.constantFrom("error" as const, "warning" as const),
    message: hostile,
    clause: hostile,
    excerpt: fc.record({ text: hostile, caret: fc.constant(0), length: fc.constant(1) }),
    fingerprint: fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 }),
  });

  async function render(format: (typeof formats)[number], findings: readonly Finding[]): Promise<string> {
    const reporter = await createReporter(format, { colour: false, version: "1.0.0" });
    const part: ReportedPart = { file: findings[0]?.file ?? "", first: true, last: true, findings };
    const summary = {
      files: 1,
      documents: 1,
      findings: 1,
      warnings: 0,
      leftOut: 0,
      known: 0,
      interrupted: false,
    };
    return reporter.head() + reporter.part(part) + reporter.tail(summary);
  }

  test("keeps JSON formats valid", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(finding, { maxLength: 3 }), async (findings) => {
        for (const format of ["json", "sarif", "gitlab"] as const) JSON.parse(await render(format, findings));
        const lines = (await render("ndjson", findings)).split("\n").filter((line) => line !== "");
        expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(findings)));
      }),
    );
  });

  test("keeps a SARIF location a URI", async () => {
    await fc.assert(
      fc.asyncProperty(finding, async (one) => {
        const log = JSON.parse(await render("sarif", [one]));
        const { uri } = log.runs[0].results[0].locations[0].physicalLocation.artifactLocation;
        expect(uri).toMatch(/^(?:[A-Za-z0-9\-._~!$&'()*+,;=@/:]|%[0-9A-F]{2})*$/);
        expect(uri).not.toMatch(/^[^/]*:(?!\/\/)/);
      }),
    );
  });

  test("keeps a workflow command on one line, with only its own properties", async () => {
    await fc.assert(
      fc.asyncProperty(finding, async (one) => {
        const text = await render("github", [one]);
        expect(text.slice(0, -1)).not.toMatch(/[\r\n]/);
        const [, properties] = /^::(?:error|warning) (.*?)::/.exec(text) ?? [];
        expect(properties?.split(",").map((property) => property.split("=")[0])).toEqual([
          "file",
          "line",
          "col",
          "title",
        ]);
      }),
    );
  });

  test("keeps XML well-formed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(finding, { maxLength: 3 }), async (findings) => {
        const text = await render("junit", findings);
        // Apart from tags and references, only plain text that XML 1.0 allows may be left.
        const tag = /<\/?[a-z-]+(?: [a-z]+="[^"<&]*(?:&(?:amp|lt|gt|quot|#\d+);[^"<&]*)*")*\/?>/g;
        const rest = text
          .replace(/^<\?xml [^?]*\?>/, "")
          .replace(tag, "")
          .replace(/&(?:amp|lt|gt|quot|#\d+);/g, "");
        expect(rest).not.toMatch(/[<>&]/);
        expect(text).not.toMatch(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
        const open: string[] = [];
        for (const [, close, name, empty] of text.matchAll(/<(\/?)([a-z-]+)[^>]*?(\/?)>/g)) {
          if (close) expect(open.pop()).toBe(name);
          else if (!empty) open.push(name as string);
        }
        expect(open).toEqual([]);
      }),
    );
  });

  test.each(formats)("can't control a terminal or a CI runner in %s output", async (format) => {
    await fc.assert(
      fc.asyncProperty(finding, async (one) => {
        const text = await render(format, [one]);
        expect(text).not.toMatch(unsafe);
        const own = /^::(?:error|warning) [^\n]*$/gm;
        expect(format === "github" ? text.replace(own, "") : text).not.toMatch(runnerCommand);
      }),
    );
  });
});
