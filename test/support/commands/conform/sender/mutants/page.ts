import { suite } from "../../../../../../generated/conformance/events.js";
import type { Catch } from "../../mutants/matrix.js";
import type { Mutant } from "../../mutants/mutant.js";
import { senderMutants } from "./all.js";

/** The page about mutants of a sender and the cases that detect them, as Markdown. */
export function senderMutantsPage(catches: ReadonlyMap<string, Catch>): string {
  return [
    "# Mutants of a sender",
    "",
    `The [suite for senders](../reference/conform-sender.md) is tested with ${senderMutants.length} mutants: each is the sender of`,
    "[examples/senders/node](../../examples/senders/node) with one realistic mistake, and must fail a case of the clause that the",
    "mistake violates. A run ends with the first such case. `node tools/mutant-matrix.mjs --senders` writes this page; a test",
    "keeps it up to date.",
    "",
    "Cases in **bold** are `must`.",
    ...mutantClauses(senderMutants).flatMap((clause) => [
      "",
      `## ${clause} ${suite.sections?.[clause] ?? ""}`.trimEnd(),
      "",
      "| mutant | mistake | first detected by |",
      "|---|---|---|",
      ...senderMutants
        .filter((mutant) => mutant.clause === clause)
        .map((mutant) => row(mutant, catches.get(mutant.name))),
    ]),
    "",
  ].join("\n");
}

/** In the order of the documentation. */
function mutantClauses(mutants: readonly Mutant[]): readonly string[] {
  const order = Object.keys(suite.sections ?? {});
  return [...new Set(mutants.map(({ clause }) => clause))].sort(
    (a, b) => order.indexOf(a) - order.indexOf(b),
  );
}

function row({ name, mistake }: Mutant, [first]: Catch = []): string {
  let by = first?.id ?? "";
  if (first?.level === "must") by = `**${by}**`;
  return `| \`${name}\` | ${mistake.replaceAll("|", "\\|")} | ${by} |`;
}
