import { levels } from "./levels.js";
import { type Relation, reasons } from "./reasons.js";
import type { Answer } from "./verdicts.js";

/** A rule of oasdiff, and what `oipkit diff` says of its pair of documents. */
export interface Row {
  readonly id: string;
  readonly relation: Relation;
  readonly answer: Answer;
}

const start = "<!-- rules of oasdiff -->";
const end = "<!-- end of the rules -->";

/** In the order of the page, with what each means. */
const relations: Readonly<Record<Relation, string>> = {
  same: "both take the change equally seriously",
  stricter: "`oipkit diff` takes it more seriously",
  milder: "`oipkit diff` takes it less seriously",
  "same meaning": "`oipkit diff` says nothing, since the contract means what it did",
};

/** The page with the counts and the tables of the rules in it, in place of those that it had. */
export function fillPage(page: string, rows: readonly Row[]): string {
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`the page lacks \`${start}\` or \`${end}\``);
  return `${before}${start}\n\n${[counts(rows), ...tables(rows)].join("\n\n")}\n\n${end}${after}`;
}

function counts(rows: readonly Row[]): string {
  const silent = rows.filter(isSilent);
  const lines = Object.entries(relations).map(([relation, meaning]) => {
    const count = rows.filter((row) => row.relation === relation && !isSilent(row)).length;
    return `| ${relation} | ${count} | ${meaning} |`;
  });
  return [
    "| relation | rules | |",
    "| --- | --- | --- |",
    ...lines,
    `| silent | ${silent.length} | \`oipkit diff\` says nothing, and should |`,
    `| can't occur | ${levels.size - rows.length} | there is no pair of documents with such a change |`,
    `| all | ${levels.size} | |`,
  ].join("\n");
}

/** Whether nothing is said of a change, without a reason. */
export function isSilent({ id, answer }: Row): boolean {
  return answer.verdict === undefined && !reasons.has(id);
}

/** What differs comes first. */
function tables(rows: readonly Row[]): string[] {
  return (["stricter", "milder", "same meaning", "same"] as const).map((relation) =>
    [
      `## ${relation[0]?.toUpperCase()}${relation.slice(1)}`,
      "",
      ...["rule of oasdiff | its level | oipkit | verdict", "--- | --- | --- | ---"].map((head, index) =>
        tableRow(head, relation, index === 0 ? "why" : "---"),
      ),
      ...rows
        .filter((row) => row.relation === relation)
        .map((row) => tableRow(cells(row), relation, reasons.get(row.id)?.because ?? "")),
    ].join("\n"),
  );
}

/** There is nothing to explain where both say the same. */
function tableRow(text: string, relation: Relation, why: string): string {
  return relation === "same" ? `| ${text} |` : `| ${text} | ${why} |`;
}

function cells({ id, answer }: Row): string {
  const codes = answer.codes.map((code) => `\`${code}\``).join(", ") || "–";
  return `\`${id}\` | ${levels.get(id)} | ${codes} | ${answer.verdict ?? "–"}`;
}
