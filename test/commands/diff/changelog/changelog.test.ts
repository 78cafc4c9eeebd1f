import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { createChangelog } from "../../../../commands/changelog/pages/changelog.js";
import { formatChangelog } from "../../../../commands/changelog/pages/format-changelog.js";
import { createChangeset } from "../../../../commands/changelog/pages/markdown.js";
import type { ChangeFinding, ComparisonResult } from "../../../../commands/diff/comparison.js";
import {
  accepted,
  added,
  mixed,
  narrowed,
  removed,
  renamedInSource,
  toComparison,
  undecided,
} from "../../../support/commands/diff/report/example-comparison.js";
import { hostileComparison } from "../../../support/commands/diff/report/hostile-comparison.js";
import { runnerCommand, unsafe } from "../../../support/reader/text/output-characters.js";

const markdown = (comparison: ComparisonResult, release?: string) =>
  formatChangelog(createChangelog(comparison), "markdown", { release, version: "1.0.0" });
const html = (comparison: ComparisonResult) => marked.parse(markdown(comparison), { async: false });
const compatible = { verdict: "compatible", level: "info", affects: [] } as const;

describe("a changelog", () => {
  it("has sections for programs and for code, with an entry for each subject", () => {
    expect(markdown(toComparison([narrowed, renamedInSource, removed, added]), "2.0.0")).toBe(
      [
        "## 2.0.0",
        "",
        "### Breaking",
        "",
        "Programs that were written for the previous version can fail.",
        "",
        '- **`Kind`**: Some of what you could send is refused now (`kind` must be one of "human"). Example: `{"kind":"robot"}`. In `POST /users`; `PUT /users/{id}`.',
        "- **pet.schema.yaml**: The schema was removed.",
        "",
        "### Added",
        "",
        "- **`GET /pets`**: The operation is new.",
        "",
        "### Breaking in the generated SDK",
        "",
        "Code that uses the SDK no longer compiles.",
        "",
        "- **client.js: users.list**: The SDK doesn't export `users.list` any more.",
        "",
      ].join("\n"),
    );
  });

  it("is for users: what they may send or receive, not what providers did", () => {
    const text = (finding: ChangeFinding) => createChangelog(toComparison([finding])).entries[0]?.text;
    const widened = { ...narrowed, code: "schema-widened" as const };
    expect(text(widened)).toMatch(/^you may now receive what the old contract ruled out \(/);
    expect(text({ ...widened, ...compatible })).toMatch(/^you may now send what the old contract ruled out/);
    expect(text({ ...narrowed, ...compatible })).toMatch(/^you no longer receive/);
    expect(text(undecided)).toBe("it is possible that you receive something that the old contract ruled out");
    expect(text({ ...added, message: "the event is gone: consumers wait for it in vain" })).toBe(
      "the event is gone: you wait for it in vain",
    );
  });

  it("marks doubt, lists accepted changes, and leaves out notes about the list of them", () => {
    const notice = { ...undecided, code: "accepted-change-stale" as const };
    const doubt = { ...undecided, ...compatible };
    const { entries } = createChangelog(toComparison([undecided, accepted, notice, doubt]));
    expect(entries.map(({ subject, breaking, doubtful }) => [subject, breaking, doubtful])).toEqual(
      [
        ["`Name`", false, true],
        ["`Colour`", true, false],
      ].reverse(),
    );
  });

  it("calls fixed what is received more exactly than before", () => {
    const { entries, version } = createChangelog(toComparison([{ ...narrowed, ...compatible }]));
    expect([entries[0]?.section, version]).toEqual(["fixed", "patch"]);
  });

  it("doesn't depend on the order of the findings", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...mixed.findings], { minLength: mixed.findings.length }),
        (shuffled) => {
          expect(markdown(toComparison(shuffled))).toBe(markdown(mixed));
        },
      ),
    );
  });

  it("has only its own elements, whatever the contracts contain", () => {
    const own = /^(?:h2|h3|p|code|ul|li|strong|blockquote)$/;
    fc.assert(
      fc.property(hostileComparison, (comparison) => {
        const tags = [...html(comparison).matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)];
        expect(
          tags.filter(([, name = "", rest]) => !own.test(name) || rest !== "").map(([tag]) => tag),
        ).toEqual([]);
        for (const format of ["markdown", "json"] as const) {
          const text = formatChangelog(createChangelog(comparison), format, {
            release: undefined,
            version: "1",
          });
          expect(text).not.toMatch(unsafe);
          expect(text).not.toMatch(runnerCommand);
          if (format === "json") JSON.parse(text);
        }
      }),
    );
  });
});

describe("a changeset", () => {
  const options = { packageName: "@acme/sdk", step: "major" } as const;

  it("is one for the package that raises it, with the changes as its summary", async () => {
    // The parser of changesets itself.
    const { default: parse } = (await import("@changesets/parse" as string)) as {
      default: { default?: unknown };
    };
    const parser = (parse.default ?? parse) as (text: string) => { releases: unknown; summary: string };
    const { name, text } = createChangeset(createChangelog(mixed), options);
    expect(name).toMatch(/^contract-[0-9a-f]{10}$/);
    const { releases, summary } = parser(text);
    expect(releases).toEqual([{ name: "@acme/sdk", type: "major" }]);
    expect(summary).toMatch(
      /^The contract changed in ways that break users\.\n\n- \*\*`Colour`, `Kind`\*\*: \*\*Breaking:\*\* Some/,
    );
    fc.assert(
      fc.property(hostileComparison, (comparison) => {
        const hostile = createChangeset(createChangelog(comparison), options).text;
        expect(parser(hostile).releases).toEqual([{ name: "@acme/sdk", type: "major" }]);
      }),
    );
  });

  it("is named after its content", () => {
    const changesetName = (comparison: ComparisonResult) =>
      createChangeset(createChangelog(comparison), options).name;
    expect(changesetName(mixed)).toBe(changesetName(mixed));
    expect(changesetName(mixed)).not.toBe(changesetName(toComparison([narrowed])));
  });
});
