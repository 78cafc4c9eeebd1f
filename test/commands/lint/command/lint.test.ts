import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formats } from "../../../../commands/report/reporter.js";
import { runCommand } from "../../../support/cli/run-command.js";
import { watchCommand } from "../../../support/cli/watched-command.js";

const dialect = "$schema: https://json-schema.org/draft/2020-12/schema\n";
const loose = `${dialect}properties:\n  a: { pattern: a }\n`;
const twice = `${dialect}# Names.\nrequired: [a, b, a] # three\n`;
let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "oipkit-lint-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, dirname(name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
}

const lint = (...args: readonly string[]) => runCommand(cwd, "lint", ...args);

describe("oipkit lint", () => {
  it("lints the folder contracts, shows each finding with what to do, and passes with warnings only", async () => {
    write({ "contracts/a.schema.yaml": loose });
    expect(await lint()).toEqual({
      exitCode: 0,
      out: `contracts/a.schema.yaml:3:17 warning unanchored-pattern /properties/a/pattern
  this pattern has no anchor, so any text that contains a match is valid
      a: { pattern: a }
                    ^
    Write \`^(?:…)$\` around the whole pattern; if a part of the text is meant, an anchor at one end is enough.

`,
      err: "1 finding (1 warning) in 1 file (0.0 s)\n",
    });
    expect((await lint("--strict")).exitCode).toBe(1);
    expect((await lint("--set", "minimal")).err).toBe("0 findings in 1 file (0.0 s)\n");
  });

  it("shows a habit once, and all of it on request", async () => {
    const members = (count: number): string =>
      Array.from({ length: count }, (_, index) => `  m${index}: { pattern: a }\n`).join("");
    const shown = async (...args: string[]) => {
      const { out, err } = await lint("a.schema.yaml", ...args);
      expect(err).toMatch(/^(?:10|11) findings/);
      return [out.match(/ unanchored-pattern /g)?.length, out.trimEnd().split("\n").at(-1)];
    };
    write({ "a.schema.yaml": `${dialect}properties:\n${members(11)}` });
    const more = "unanchored-pattern: 11 findings, of which 3 are shown; --all shows all";
    expect(await shown()).toEqual([3, more]);
    expect(await shown("--all")).toEqual([11, expect.stringContaining("Write")]);
    const { findings } = JSON.parse((await lint("a.schema.yaml", "--format", "json")).out) as {
      findings: unknown[];
    };
    expect(findings).toHaveLength(11);
    write({ "a.schema.yaml": `${dialect}properties:\n${members(10)}` });
    expect(await shown()).toEqual([10, expect.stringContaining("Write")]);
  });

  it("fails if a finding is an error", async () => {
    write({ "a.schema.yaml": `${dialect}pattern: ^(a+)+$\n` });
    expect((await lint("a.schema.yaml")).exitCode).toBe(1);
  });

  it("can't run without a contract, or with options that it doesn't know", async () => {
    expect((await lint()).exitCode).toBe(2);
    write({ "contracts/a.schema.yaml": loose });
    expect((await lint("--set", "lax")).err).toContain("--set must be one of minimal, recommended, thorough");
    expect((await lint("--fix", "--watch")).exitCode).toBe(2);
  });

  it.each(formats)("writes the format %s, with the finding in it", async (format) => {
    write({ "contracts/a.schema.yaml": loose });
    const { out, exitCode } = await lint("--format", format);
    expect(exitCode).toBe(0);
    expect(out).toContain("unanchored-pattern");
    if (["json", "sarif", "gitlab"].includes(format)) JSON.parse(out);
  });

  it("describes rules in SARIF", async () => {
    write({ "contracts/a.schema.yaml": loose });
    const { runs } = JSON.parse((await lint("--format", "sarif")).out) as {
      runs: { tool: { driver: { rules: { id: string; help: { text: string } }[] } } }[];
    };
    expect(runs[0]?.tool.driver.rules[0]?.help.text).toContain("JSON Schema looks for a match anywhere");
  });
});

describe("oipkit lint --fix", () => {
  it("corrects what it can, keeps comments, reports the rest, and changes nothing the second time", async () => {
    write({ "contracts/a.schema.yaml": `${twice}pattern: a\n` });
    const first = await lint("--fix");
    expect(first.err).toBe("1 finding (1 warning) in 1 file; 1 fixed (0.0 s)\n");
    const fixed = readFileSync(join(cwd, "contracts/a.schema.yaml"), "utf8");
    expect(fixed).toBe(`${dialect}# Names.\nrequired: [a, b] # three\npattern: a\n`);
    expect((await lint("--fix")).err).toBe("1 finding (1 warning) in 1 file (0.0 s)\n");
    expect(readFileSync(join(cwd, "contracts/a.schema.yaml"), "utf8")).toBe(fixed);
  });

  it("leaves files alone that aren't named", async () => {
    write({ "a.schema.yaml": `${dialect}$ref: b.schema.yaml\n`, "b.schema.yaml": twice });
    expect((await lint("--fix", "a.schema.yaml")).err).toBe("1 finding (1 warning) in 2 files (0.0 s)\n");
    expect(readFileSync(join(cwd, "b.schema.yaml"), "utf8")).toBe(twice);
  });
});

describe("the configuration of oipkit lint", () => {
  it("changes severities everywhere, in some files and at some places", async () => {
    write({
      "contracts/a.schema.yaml": loose,
      "contracts/old/b.schema.yaml": `${loose}  b: { pattern: b }\n`,
      "oipkit.config.yaml": `lint:
  rules: { unanchored-pattern: error }
  overrides:
    - files: contracts/old/**
      pointers: /properties/b
      rules: { unanchored-pattern: off }
`,
    });
    const { out, exitCode } = await lint("--format", "ndjson");
    expect(exitCode).toBe(1);
    const found = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { file: string; pointer: string });
    expect(found.map(({ file, pointer }) => file + pointer)).toEqual([
      "contracts/a.schema.yaml/properties/a/pattern",
      "contracts/old/b.schema.yaml/properties/a/pattern",
    ]);
  });

  it.each([
    ["rules: { unanchored-patern: off }", "did you mean `unanchored-pattern`"],
    ["rules: { unanchored-pattern: loud }", "must be error, warning or off"],
    ["rules: { operation-id-style: { styl: camelCase } }", "did you mean `style`"],
    ["set: lax", "`lint.set` must be one of minimal, recommended, thorough"],
    ["ruels: {}", "did you mean `lint.rules`"],
    ["overrides: [{ pointers: a, rules: { unanchored-pattern: off } }]", "must be JSON Pointers"],
    ["overrides: [{ files: a }]", "has no `rules`"],
    ["plugins: [7]", "`lint.plugins` must be a list"],
    ["plugins: [./missing.ts]", "can't be read"],
  ])("is refused with %s", async (text, wanted) => {
    write({ "contracts/a.schema.yaml": loose, "oipkit.config.yaml": `lint:\n  ${text}\n` });
    const { exitCode, err } = await lint();
    expect(err).toContain(wanted);
    expect(exitCode).toBe(2);
  });
});

describe("rules of a plugin", () => {
  const plugin = (body: string) => `import { defineLintPlugin } from "oipkit/lint";
export default (options) => defineLintPlugin({
  name: "acme",
  rules: [{
    name: "titled",
    formats: ["schema"],
    finds: "A schema has no title.",
    why: "Readers need one.",
    remedy: "Add a title.",
    severity: "error",
    *check({ schemas }) { ${body} },
  }],
});
`;
  const config = "lint:\n  plugins: [{ from: ./rules.ts, options: { word: title } }]\n";
  beforeEach(() => {
    mkdirSync(join(cwd, "node_modules"));
    symlinkSync(fileURLToPath(new URL("../../../../", import.meta.url)), join(cwd, "node_modules/oipkit"));
    write({ "contracts/a.schema.yaml": `${dialect}type: object\n`, "oipkit.config.yaml": config });
  });

  it("run like built-in ones, with options, hints and severities", async () => {
    write({
      "rules.ts": plugin(
        "for (const { place, schema } of schemas) if (!schema[options.word]) yield { place, message: 'no ' + options.word };",
      ),
    });
    const { out, exitCode } = await lint();
    expect(out).toContain("contracts/a.schema.yaml:1:1 acme/titled\n  no title\n");
    expect(out).toContain("Add a title.");
    expect(exitCode).toBe(1);
    write({ "oipkit.config.yaml": `${config}  rules: { acme/titled: off }\n` });
    expect((await lint()).exitCode).toBe(0);
  });

  it("stop the run by name if they fail", async () => {
    write({ "rules.ts": plugin("throw new Error('oops');") });
    const { err, exitCode } = await lint();
    expect(err).toContain("rule acme/titled: it threw (Error: oops)");
    expect(exitCode).toBe(2);
    write({ "rules.ts": plugin("yield { message: 'where?' };") });
    expect((await lint()).err).toContain("a finding needs a `place` of the contracts and a `message`");
  });
});

describe("oipkit lint --watch", () => {
  it("lints again after each save", async () => {
    write({ "contracts/a.schema.yaml": loose });
    await using watching = watchCommand(cwd, "lint", "--watch");
    expect(await watching.until(/watching for changes/)).toContain("unanchored-pattern");
    writeFileSync(join(cwd, "contracts/a.schema.yaml"), loose.replace("pattern: a", "pattern: ^a"));
    expect(await watching.until(/watching for changes/)).toContain("0 findings in 1 file");
    expect(await watching.end()).toBe(0);
  });
});
