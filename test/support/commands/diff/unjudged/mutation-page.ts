import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../../../reader/package-root.js";
import { endings, type Outcome, type Subject } from "./outcomes.js";

/** A kind of documents with what was found in those of it. */
export interface Tried {
  readonly subject: Pick<Subject, "title" | "same">;
  readonly outcomes: readonly Outcome[];
}

const path = join(packageRoot, "docs/reference/not-compared.md");

/** The page as it is, and with the section about some documents as the test found them; written with UPDATE_GOLDEN=1. */
export function fillMutations(
  section: string,
  tried: readonly Tried[],
): { readonly page: string; readonly filled: string } {
  const page = readFileSync(path, "utf8");
  const [start, end] = [`<!-- mutations: ${section} -->`, `<!-- end: ${section} -->`];
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`the page lacks \`${start}\` or \`${end}\``);
  const filled = `${before}${start}\n\n${[counts(tried), fields(tried), reasons(tried)].join("\n\n")}\n\n${end}${after}`;
  if (process.env.UPDATE_GOLDEN === "1") {
    writeFileSync(path, filled);
    return { page: filled, filled };
  }
  return { page, filled };
}

function counts(tried: readonly Tried[]): string {
  return table(
    ["document", "fields", "mutations", ...endings],
    tried.map(({ subject, outcomes }) => [
      subject.title,
      names(outcomes).size,
      outcomes.length,
      ...endings.map((each) => outcomes.filter(({ ending }) => ending === each).length),
    ]),
  );
}

function fields(tried: readonly Tried[]): string {
  return table(
    ["document", "fields tried", "of which some or all end as `not-compared`"],
    tried.map(({ subject, outcomes }) => {
      const open = outcomes.filter(({ ending }) => ending === "not-compared");
      return [subject.title, listed(names(outcomes)), listed(names(open))];
    }),
  );
}

function reasons(tried: readonly Tried[]): string {
  return table(
    ["document", "same meaning", "why"],
    tried.flatMap(({ subject, outcomes }) =>
      subject.same.map(({ because, mutations }) => {
        const found = outcomes.filter(
          ({ ending, name }) => ending === "same meaning" && mutations.includes(bare(name)),
        );
        return [subject.title, listed(new Set(found.map(({ name }) => bare(name)))), because];
      }),
    ),
  );
}

/** Without the direction. */
function bare(name: string): string {
  return name.replace(/ in the old version$/, "");
}

/** The names of the fields, without those of list items and of what documents call something. */
function names(outcomes: readonly Outcome[]): Set<string> {
  return new Set(
    outcomes
      .map(({ path }) => path.at(-1) ?? "")
      .filter((name) => /^[$\w.-]+$/.test(name) && !/^\d+$/.test(name)),
  );
}

function listed(texts: ReadonlySet<string>): string {
  return (
    [...texts]
      .sort()
      .map((text) => `\`${text}\``)
      .join(" ") || "–"
  );
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
