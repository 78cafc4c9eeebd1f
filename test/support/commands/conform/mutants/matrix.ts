import type { Case, CaseResult } from "../../../../../commands/conform/index.js";
import { derivedMutants, equivalents } from "../near-misses/derived-mutants.js";
import { mutantGroups } from "./all.js";
import type { Mutant } from "./mutant.js";
import type { FailuresByClause, WholeRuns } from "./whole-runs.js";

/** The cases that a mutant fails. */
export type Catch = readonly Pick<CaseResult, "id" | "clause" | "level">[];

const mostShown = 5;

/** The page about mutants and the cases that detect them, as Markdown. */
export function matrix(
  catches: ReadonlyMap<string, Catch>,
  cases: readonly Case[],
  { cases: wholeCases, mutants: whole }: WholeRuns,
): string {
  const of = ({ name }: Mutant): Catch => catches.get(name) ?? [];
  const all = mutantGroups.flatMap(({ mutants }) => mutants);
  const catching = new Set(all.flatMap((mutant) => of(mutant).map(({ id }) => id)));
  const idle = cases.map(({ id }) => id).filter((id) => !catching.has(id));
  return [
    "# Mutants",
    "",
    `The suite itself is tested with ${all.length} mutants: each is the plain Node.js receiver of`,
    "[examples/receivers](../../examples/receivers) with one realistic mistake, and must fail a case of the clause that",
    "the mistake violates. Each runs the hand-written cases of that clause with a probe and callbacks, in plaintext or",
    "(if stated) with encryption. Cases that send simultaneous requests run only for the mistakes that they target, since",
    "their result may depend on timing. `node tools/mutant-matrix.mjs` writes this page; a test keeps it up to date.",
    "[mutation.md](mutation.md) is about mutants that nobody wrote.",
    "",
    "Cases in **bold** are `must`; `+ n` is the number of further cases of the clause that fail. The last column is about a run against",
    `the whole suite, with its ${wholeCases} cases in the last such run: how many cases of other clauses detect the mutant, too. None is`,
    "detected by those alone.",
    ...mutantGroups.flatMap(({ title, mutants }) => [
      "",
      `## ${title}`,
      "",
      "| mutant | mistake | clause | detected by | other clauses |",
      "|---|---|---|---|---|",
      ...mutants.map((mutant) => row(mutant, of(mutant), whole[mutant.name] ?? {})),
    ]),
    "",
    "## Mutants made mechanically",
    "",
    `The [near misses](../reference/conformance-format.md#near-misses) are tested with ${derivedMutants.length} more mutants, which nobody chose: every careless`,
    "comparison, parser, signature, unpadding and store of a list, at every place of the receiver where one stands, and every check",
    `left out wherever implementations branch. All ${derivedMutants.length - Object.keys(equivalents).length} that differ from a correct receiver are detected;`,
    "`DERIVED_MUTANTS=all npx vitest run test/commands/conform/near-misses` runs all of them, `npm test` one of seven. The others:",
    "",
    ...equivalentLines(),
    "",
    "The suites of [examples/schemes](../../examples/schemes) are tested likewise: each scheme has a correct receiver with every careless",
    "comparison, signature, window and parser in front of it (`test/support/schemes/careless-receivers.ts`).",
    "",
    "## Faults that can't be observed from outside",
    "",
    ...unseen.map((line) => `- ${line}`),
    "",
    `## Cases that no mutant of their clause fails (${idle.length})`,
    "",
    "They detect mistakes that no mutant makes yet, or require something that the runs of the mutants don't provide.",
    "",
    ...idle.map((id) => `- \`${id}\``),
    "",
  ].join("\n");
}

/** Faults that neither requests nor a probe can reveal. */
const unseen = [
  "A comparison that doesn't take constant time: the difference is lost in network latency.",
  "A nonce that is kept for five minutes instead of ten: in nearly every case its timestamp is outside the window by then, and the suite doesn't wait that long.",
  "Nonces or events that are kept in only one of several processes.",
  "Nonces that several applications share: a run knows one application, and its endpoint serves no other.",
  "Slow work before the answer to a delivery: the document specifies no time limit for it.",
];

/** The mutants that behave correctly, by reason. */
function equivalentLines(): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const [name, reason] of Object.entries(equivalents))
    byReason.set(reason, [...(byReason.get(reason) ?? []), `\`${name}\``]);
  return [...byReason].map(([reason, names]) => `- ${reason} ${names.join(", ")}`);
}

const mostClauses = 3;

/** How many cases of other clauses a mutant fails, most first. */
function elsewhere({ clause }: Mutant, failures: FailuresByClause): string {
  const others = Object.entries(failures)
    .filter(([name]) => name !== clause)
    .sort(([, a], [, b]) => b - a);
  const shown = others.slice(0, mostClauses).map(([name, count]) => `${name}: ${count}`);
  const rest = others.slice(mostClauses).reduce((sum, [, count]) => sum + count, 0);
  return [...shown, ...(rest > 0 ? [`others: ${rest}`] : [])].join(", ");
}

function row(mutant: Mutant, caught: Catch, whole: FailuresByClause): string {
  const shown = caught.slice(0, mostShown).map(({ id, level }) => (level === "must" ? `**${id}**` : id));
  const rest = caught.length - shown.length;
  const by = [shown.join(", "), ...(rest > 0 ? [`+ ${rest}`] : [])].join(" ");
  const mode = mutant.encrypted ? " (encrypted)" : "";
  const mistake = mutant.mistake.replaceAll("|", "\\|");
  return `| \`${mutant.name}\`${mode} | ${mistake} | ${mutant.clause} | ${by} | ${elsewhere(mutant, whole)} |`;
}
