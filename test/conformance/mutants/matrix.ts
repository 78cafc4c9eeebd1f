import type { Case, CaseResult } from "../../../conformance/index.js";
import { mutantGroups } from "./all.js";
import type { Mutant } from "./mutant.js";

/** The cases that a mutant fails. */
export type Catch = readonly Pick<CaseResult, "id" | "clause" | "level">[];

const mostShown = 5;

/** The page about mutants and the cases that catch them, as Markdown. */
export function matrix(catches: ReadonlyMap<string, Catch>, cases: readonly Case[]): string {
  const of = ({ name }: Mutant): Catch => catches.get(name) ?? [];
  const all = mutantGroups.flatMap(({ mutants }) => mutants);
  const catching = new Set(all.flatMap((mutant) => of(mutant).map(({ id }) => id)));
  const idle = cases.map(({ id }) => id).filter((id) => !catching.has(id));
  return [
    "# Mutants",
    "",
    `The suite is tested itself: ${all.length} receivers, each the plain Node.js one of`,
    "[examples/receivers](../examples/receivers) with one mistake that people make, must fail a case of the clause that",
    "the mistake breaks. They run the hand-written cases of that clause with a probe and callbacks, in plaintext or,",
    "where it says so, with encryption; cases that send requests at once, which a fault may survive by luck, only try",
    "the faults that they are for. `node scripts/mutant-matrix.mjs` writes this page; a test keeps it fresh.",
    "",
    "A case in **bold** is a `must`; `+ n` says how many more cases of the clause fail.",
    ...mutantGroups.flatMap(({ title, mutants }) => [
      "",
      `## ${title}`,
      "",
      "| mutant | how the mistake is made | clause | caught by |",
      "|---|---|---|---|",
      ...mutants.map((mutant) => row(mutant, of(mutant))),
    ]),
    "",
    "## What can't be seen from outside",
    "",
    ...unseen.map((line) => `- ${line}`),
    "",
    `## Cases that no mutant of their clause fails (${idle.length})`,
    "",
    "They guard against mistakes that no mutant makes yet, or want something that the mutants' runs don't offer.",
    "",
    ...idle.map((id) => `- \`${id}\``),
    "",
  ].join("\n");
}

/** Faults that no request and no probe can observe. */
const unseen = [
  "A comparison that isn't in constant time: the difference drowns in the noise of a network.",
  "A nonce that is forgotten after five minutes instead of ten: its stamp has left the window by then in nearly every case, and a suite doesn't wait that long.",
  "Nonces or events that are kept in one process of several, or lost when it ends.",
  "Slow work before the answer to a delivery: the document names no time for it.",
];

function row(mutant: Mutant, caught: Catch): string {
  const shown = caught.slice(0, mostShown).map(({ id, level }) => (level === "must" ? `**${id}**` : id));
  const rest = caught.length - shown.length;
  const by = [shown.join(", "), ...(rest > 0 ? [`+ ${rest}`] : [])].join(" ");
  const mode = mutant.encrypted ? " (encrypted)" : "";
  const mistake = mutant.mistake.replaceAll("|", "\\|");
  return `| \`${mutant.name}\`${mode} | ${mistake} | ${mutant.clause} | ${by} |`;
}
