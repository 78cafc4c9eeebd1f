import fc from "fast-check";
import { marked } from "marked";
import { SaxesParser } from "saxes";
import { Parser } from "tap-parser";
import { describe, expect, it } from "vitest";
import { formatReport, type Report } from "../../../../commands/conform/index.js";
import { answered, mixed, reportOn } from "../../../support/commands/conform/report/example-report.js";
import { hostileReport } from "../../../support/commands/conform/report/hostile-report.js";

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** The elements of an XML document. Throws if it isn't well-formed. */
function xmlElements(text: string): XmlElement[] {
  const parser = new SaxesParser();
  const found: XmlElement[] = [];
  const open: XmlElement[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes, text: "" };
    found.push(element);
    open.push(element);
  });
  parser.on("text", (part) => {
    const last = open.at(-1);
    if (last) last.text += part;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  return found;
}

const named = (elements: readonly XmlElement[], name: string): XmlElement[] =>
  elements.filter((element) => element.name === name);

describe("the JUnit report", () => {
  const elements = xmlElements(formatReport(mixed, { format: "junit" }));

  it("has a suite with the correct counts for each clause", () => {
    expect(named(elements, "testsuite").map(({ attributes }) => attributes)).toMatchObject([
      { name: "§1.2", tests: "5", failures: "2", skipped: "2", errors: "0" },
      { name: "§1.3", tests: "2", failures: "0", skipped: "2" },
    ]);
    expect(named(elements, "testsuites")[0]?.attributes).toMatchObject({
      tests: "7",
      failures: "2",
      skipped: "4",
    });
  });

  it("marks failures that don't fail the run as skipped", () => {
    const [failure] = named(elements, "failure");
    expect(failure?.attributes).toMatchObject({
      type: "must",
      message: "the receiver returns 401, expected 204",
    });
    expect(failure?.text).toContain("Likely cause: The raw body is probably parsed");
    expect(named(elements, "skipped").map(({ attributes }) => attributes.message)).toEqual([
      "the receiver returns 401, expected 405 (info, without effect)",
      "known failure: the receiver returns 422, expected 204",
      "needs a probe",
      "needs encryption",
    ]);
  });

  it("reports a known failure that passes as a failure", () => {
    const text = formatReport(reportOn([answered("1/a", 204, 204, { known: true })]), { format: "junit" });
    expect(named(xmlElements(text), "failure")[0]?.attributes.message).toContain("remove it from the list");
  });

  it("is well-formed and has every case, whatever it contains", () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const found = xmlElements(formatReport(report, { format: "junit" }));
        expect(named(found, "testcase")).toHaveLength(report.results.length);
      }),
    );
  });
});

describe("the TAP report", () => {
  const parse = (report: Report): ReturnType<typeof parseTap> =>
    parseTap(formatReport(report, { format: "tap" }));

  it("is TAP 14, with known failures as TODO and failures without effect as SKIP", () => {
    const { version, points, results } = parse(mixed);
    expect(version).toBe(14);
    expect(results).toMatchObject({
      ok: false,
      count: 7,
      fail: 3,
      todo: 1,
      skip: 3,
      plan: { start: 1, end: 7 },
    });
    expect(points.map(({ ok, name }) => `${ok} ${name}`)).toEqual([
      "true 1.2/right (§1.2, must)",
      "false 1.2/newline (§1.2, must)",
      "false 1.2/pretty (§1.2, must)",
      "true 1.2/advice (§1.2, info)",
      "false 1.2/expected (§1.2, must)",
      "true 1.3/stored (§1.3, must)",
      "true 1.3/sealed (§1.3, must)",
    ]);
    expect(points[1]?.diag).toMatchObject({
      message: "the receiver returns 401, expected 204",
      details: expect.arrayContaining(["Expected: 204", "Got: 401"]),
    });
  });

  it("bails out if the run was ended early", () => {
    const { results } = parse(reportOn([answered("1/a", 204, 204)], { interrupted: true }));
    expect(results.bailout).toBe("ended early");
  });

  it("has every case once, failed according to the verdict, whatever it contains", () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const { points, results, extra } = parse(report);
        expect(extra).toEqual([]);
        expect(points).toHaveLength(report.results.length);
        expect(results.bailout).toBe(false);
        const fatal = report.results.filter(({ result, known, level }) =>
          result === "failed" ? !known && level === "must" : result === "passed" && known,
        );
        expect(points.filter(({ ok, todo }) => !ok && !todo)).toHaveLength(fatal.length);
      }),
    );
  });
});

interface TapPoint {
  readonly ok: boolean;
  readonly name: string;
  readonly todo: boolean | string;
  readonly diag: unknown;
}

function parseTap(text: string) {
  const parser = new Parser();
  const points: TapPoint[] = [];
  const extra: string[] = [];
  let version = 0;
  let results: unknown;
  parser.on("assert", (point: TapPoint) => points.push(point));
  parser.on("version", (found: number) => {
    version = found;
  });
  parser.on("extra", (line: string) => extra.push(line));
  parser.on("complete", (found: unknown) => {
    results = found;
  });
  parser.end(text);
  return { points, extra, version, results: results as { bailout: unknown } };
}

describe("the annotations for GitHub", () => {
  /** Parses the commands as GitHub's runner does. */
  const commands = (text: string): { name: string; title: string; text: string }[] =>
    text
      .split(/\r\n|\r|\n/)
      .slice(0, -1)
      .map((line) => {
        const [, name = "", title = "", message = ""] = /^::(\w+) title=([^,:]*)::(.*)$/s.exec(line) ?? [];
        const plain = (part: string): string =>
          part.replace(/%(0D|0A|3A|2C|25)/g, (code) => decodeURIComponent(code));
        return { name, title: plain(title), text: plain(message) };
      });

  it("contain one per clause, with the first case in full and the names of the others", () => {
    const found = commands(formatReport(mixed, { format: "github" }));
    expect(found.map(({ name, title }) => `${name} ${title}`)).toEqual([
      "error §1.2 The signature covers the raw `body`.",
      "warning §1.2",
      "notice oipkit conform",
    ]);
    expect(found[0]?.text).toContain("The receiver returns 401, expected 204.\nRule:");
    expect(found[0]?.text).toMatch(/\nCases: 1\.2\/newline, 1\.2\/pretty$/);
    expect(found[2]?.text).toContain(
      "doesn't conform: 1 clause is broken: 1 passed, 4 failed, 2 inconclusive",
    );
  });

  it("contain only commands, whatever the report contains", () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const found = commands(formatReport(report, { format: "github" }));
        expect(found.filter(({ name }) => !["error", "warning", "notice"].includes(name))).toEqual([]);
      }),
    );
  });
});

describe("the Markdown page", () => {
  it("has the verdict, the counts, the broken clauses and the inconclusive cases", () => {
    const page = marked.parse(formatReport(mixed, { format: "markdown" }), { async: false });
    expect(page).toMatch(/<h2>❌ <code>http&#58;\/\/127\.0\.0\.1&#58;8080\/hook<\/code> doesn&#39;t conform/);
    expect(page).toContain('<td>must</td>\n<td align="right">1</td>\n<td align="right">3</td>');
    expect(page).toContain("<h3>Broken</h3>");
    expect(page).toContain("<h4>§1.2 The signature covers the raw `body`.</h4>");
    expect(page).toContain("<code>1.2/pretty</code>");
    expect(page).toContain("<h3>Known failures</h3>");
    expect(page).toContain("1: needs a probe");
  });

  it("has only expected elements, whatever the report contains", () => {
    const own = new Set("h2 h3 h4 p code table thead tbody tr th td ul li blockquote strong".split(" "));
    fc.assert(
      fc.property(hostileReport, (report) => {
        const page = marked.parse(formatReport(report, { format: "markdown" }), { async: false });
        const tags = [...page.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)];
        expect(tags.filter(([, name = ""]) => !own.has(name)).map(([tag]) => tag)).toEqual([]);
        expect(
          tags.filter(([, , rest = ""]) => !/^(?: align="right")?$/.test(rest)).map(([tag]) => tag),
        ).toEqual([]);
      }),
    );
  });
});

describe("a failure that a pattern explains", () => {
  const cause = { likelyCause: "The header is probably not read." };
  const explained = Array.from({ length: 20 }, (_, at) => answered(`1/${at}`, 401, 400, cause));
  const report = reportOn([answered("2/right", 204, 204), ...explained]);
  const seen = "20 requests are refused, but with 400 instead of 401.";

  it.each(["junit", "tap", "github", "markdown", "json"] as const)(
    "has the pattern's cause in %s",
    (format) => {
      const text = formatReport(report, { format });
      expect(text).toContain(seen);
      expect(text).not.toContain("The header is probably not read.");
    },
  );

  it("is part of one finding in annotations, Markdown and JSON", () => {
    const annotations = formatReport(report, { format: "github" });
    expect(annotations.match(/^::(error|warning)/gm)).toEqual(["::error"]);
    expect(annotations).toContain("Clauses: §1.2 (20)");
    expect(formatReport(report, { format: "markdown" })).not.toContain("### Broken");
    expect(JSON.parse(formatReport(report, { format: "json" }))).toMatchObject({
      patterns: [{ seen, cases: { length: 20 } }],
    });
  });

  it("is only a warning if the verdict doesn't depend on it", () => {
    const noted = explained.map((each) => ({ ...each, level: "info" as const }));
    const text = formatReport(reportOn([answered("2/right", 204, 204), ...noted]), { format: "github" });
    expect(text.match(/^::(error|warning)/gm)).toEqual(["::warning"]);
  });
});
