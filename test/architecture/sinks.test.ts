import type ts from "typescript";
import { describe, expect, it } from "vitest";
import { reportFormats } from "../../commands/conform/report/formats.js";
import { diffFormats } from "../../commands/diff/report/format-comparison.js";
import { formats } from "../../commands/report/reporter.js";
import { bypasses, findOutlets, type Outlet, renderedCalls } from "../support/architecture/sinks.js";
import { parse, sourceAt, sourcesIn } from "../support/architecture/sources.js";

/** Where each outlet may be used, and by what its text is escaped there. Everything else goes through `text/`. */
const mayUse: Readonly<Record<Outlet, readonly string[]>> = {
  console: [],
  // `safeTerminal` has escaped what the command line writes; the logger escapes its own lines.
  "process.stdout": ["cli/index.ts"],
  "process.stderr": [
    "cli/index.ts",
    "runtime/operations/json-logger.ts",
    "runtime/webhook/default-logger.ts",
  ],
  "JSON.stringify": [
    // Compared, hashed, parsed again or sent over HTTP, but not shown.
    "commands/inbox/run.ts",
    // Measured.
    "commands/mcp/pages.ts",
    "commands/send/choose.ts",
    "commands/send/sent-versions.ts",
    "commands/conform/check/",
    "commands/conform/exchange/",
    "commands/conform/report/groups.ts",
    "commands/conform/request/",
    "commands/conform/verifier/rules/body.ts",
    "commands/report/findings/excerpt.ts",
    "commands/validate/inspect.ts",
    "commands/diff/inclusion/goal/",
    "runtime/operations/health.ts",
    // `html` escapes it.
    "commands/conform/report/html/cases.ts",
    // Escaped in the same expression.
    "runtime/operations/json-logger.ts",
    "reader/text/",
  ],
  "Code.verbatim": ["reader/text/code/"],
  // The style sheet, the script and the policy that names them.
  "new Markup": ["commands/conform/report/html/page.ts", "reader/text/html.ts"],
};

/** Files of a baseline are compared by key, which is never written. */
const comparing = ["commands/validate/baseline.ts"];

const files = sourcesIn("cli", "commands", "delivery", "generator", "reader", "runtime");
const outlets = new Map(files.map((source) => [source, findOutlets(source.tree)]));
/** The generator's text goes through `reader/text/code/`, which `Code` enforces. */
const written = files.filter(
  ({ path }) =>
    !path.startsWith("generator/") &&
    (!path.startsWith("reader/") || /^reader\/text\/[\w-]+\.ts$/.test(path)) &&
    !(/^(?:runtime|delivery)\//.test(path) && !path.includes("/operations/")),
);

describe("text from outside leaves through reader/text/ alone:", () => {
  it.each(Object.entries(mayUse) as [Outlet, readonly string[]][])(
    "%s is used only where it may",
    (outlet, places) => {
      const looked = outlet === "JSON.stringify" ? written : files;
      const users = looked.flatMap((source) => (outlets.get(source)?.includes(outlet) ? [source.path] : []));
      const allowed = outlet === "JSON.stringify" ? [...places, ...comparing] : places;
      expect(users.filter((file) => !allowed.some((place) => file.startsWith(place)))).toEqual([]);
      expect(allowed.filter((place) => !users.some((file) => file.startsWith(place)))).toEqual([]);
    },
  );

  it("only reports and progress lines are written to a terminal unescaped", () => {
    const users = files.filter(({ tree }) => renderedCalls(tree).length > 0).map(({ path }) => path);
    expect(users).toEqual([
      "commands/conform/command/write-report.ts",
      "commands/report/report-targets.ts",
      "commands/validate/command/run.ts",
    ]);
  });

  it("commands get a terminal that escapes", () => {
    expect(bypasses(sourceAt("cli/main.ts").tree)).toEqual([]);
    const starts = sourceAt("cli/index.ts").imports.flatMap(({ to, own }) => (own ? [to] : []));
    expect(starts).toEqual(["cli/main.ts"]);
  });

  const sinks: Readonly<Record<string, string>> = {
    pretty: "reader/text/printable.ts",
    json: "reader/text/json.ts",
    ndjson: "reader/text/json.ts",
    junit: "reader/text/xml.ts",
    sarif: "reader/text/json.ts",
    github: "reader/text/workflow-command.ts",
    gitlab: "reader/text/json.ts",
    tap: "reader/text/printable.ts",
    markdown: "reader/text/markdown.ts",
    html: "reader/text/html.ts",
  };

  it.each([
    ...reportFormats.map((format) => [format, "commands/conform/report"] as const),
    ...formats.map((format) => [format, "commands/report/findings"] as const),
    ...diffFormats.map((format) => [format, "commands/diff/report"] as const),
  ])("the format %s of %s uses its function", (format, part) => {
    const writer = new RegExp(`^export function ${format}Report(?:er)?\\(`, "m");
    const modules = [...sourcesIn(part), ...sourcesIn("commands/report")];
    const imported = modules.find(({ text }) => writer.test(text))?.imports ?? [];
    const loaded = imported.filter(({ typeOnly }) => !typeOnly);
    expect(loaded.map(({ to }) => to)).toContain(sinks[format]);
  });
});

describe("the search for other ways out", () => {
  it("finds every outlet", () => {
    const planted: Readonly<Record<Outlet, string>> = {
      console: "console.log(finding.message);",
      "process.stdout": "const { write } = process.stdout;",
      "process.stderr": "process.stderr.write(contract.title);",
      "JSON.stringify": "terminal.out(JSON.stringify(record));",
      "Code.verbatim": "const title = Code.verbatim(api.title);",
      "new Markup": "const shown = new Markup(result.reason);",
    };
    for (const [outlet, text] of Object.entries(planted)) expect(findOutlets(parse(text))).toEqual([outlet]);
    expect(findOutlets(parse("terminal.out(json(record)); write(process.env);"))).toEqual([]);
  });

  it("finds text that isn't escaped again", () => {
    expect(renderedCalls(parse('terminal.out(a);\nterminal.out(b, "rendered");'))).toEqual([2]);
  });

  it("finds a terminal that is used as it was given", () => {
    const main = (body: string): ts.SourceFile =>
      parse(`export async function main(args: string[], given: Terminal) { ${body} }`);
    expect(bypasses(main("const terminal = safeTerminal(given); terminal.out(args[0]);"))).toEqual([]);
    expect(bypasses(main("const terminal = safeTerminal(given); given.err(args[0]);"))).toEqual([
      "given.err",
    ]);
    expect(bypasses(main("return run(args, given);"))).toEqual(["run(args, given)"]);
    expect(bypasses(parse("export const main = 1;"))).toHaveLength(1);
  });
});
