import { exactJsonText } from "../../../reader/documents/exact-json.js";
import { printableJson } from "../../../reader/text/json.js";
import { markdownCode as code, markdownProse as prose } from "../../../reader/text/markdown.js";
import type { ChangeFinding, ChangePlace, ComparisonResult, Witness } from "../comparison.js";
import {
  acceptanceText,
  counted,
  type DiffReportOptions,
  type FindingStanding,
  findingStanding,
  impactText,
  sentence,
  shownPlace,
  validityText,
} from "./wording.js";

/** GitHub refuses comments of more than 65,536 characters. */
const mostBytes = 60_000;
/** Longer witnesses are cut. */
const longestWitness = 2000;
const mostSubjects = 10;

/** What the sections are called and, in the first line, what is counted; in this order. */
const sections: readonly (readonly [FindingStanding, title: string, noun: string])[] = [
  ["wire", "Breaks running programs", "change that breaks running programs"],
  ["source", "Breaks code that uses the SDK", "change that breaks code"],
  ["policy", "Against the policy", "change against the policy"],
  ["undecided", "Undecided", "undecided change"],
  ["risky", "Risky", "risky change"],
  ["compatible", "Compatible", "compatible change"],
  ["accepted", "Accepted", "accepted change"],
  ["notice", "The list of accepted changes", "note about accepted changes"],
];

/** For a comment on a pull request: a summary, the changes by urgency with their details folded; at most 60 kB. */
export function markdownReport(
  comparison: ComparisonResult,
  { labels }: Pick<DiffReportOptions, "labels">,
): string {
  const { findings, summary } = comparison;
  const head = [
    `## ${headline(findings)}`,
    "",
    `${code(labels.old)} → ${code(labels.new)}: ${formatTotals(findings)}`,
    ...(summary.version === "none" ? [] : ["", `The next version is **${summary.version}**.`]),
  ].join("\n");
  let left = mostBytes - Buffer.byteLength(head);
  let leftOut = 0;
  const body: string[] = [];
  for (const [standing, title] of sections) {
    const found = findings.filter((finding) => findingStanding(finding) === standing);
    if (found.length === 0) continue;
    const isFolded = ["compatible", "accepted", "notice"].includes(standing);
    const [open, close] = isFolded
      ? [`<details>\n<summary><b>${title}</b> (${found.length})</summary>\n`, "\n</details>"]
      : [`### ${title}\n`, ""];
    const blocks: string[] = [];
    left -= open.length + close.length + 100;
    for (const finding of found) {
      const block = isFolded ? item(finding) : details(finding);
      const size = Buffer.byteLength(block) + 2;
      if (size > left) leftOut++;
      else {
        left -= size;
        blocks.push(block);
      }
    }
    if (blocks.length > 0)
      body.push(
        ["", open, blocks.join(isFolded ? "\n" : "\n\n"), ...(close === "" ? [] : [close])].join("\n"),
      );
  }
  const rest =
    leftOut === 0 ? [] : ["", `_${counted(leftOut, "change")} left out; \`--format json\` has all._`];
  return [head, ...body, ...rest, ""].join("\n");
}

function headline(findings: readonly ChangeFinding[]): string {
  const breaking = findings.filter((each) => ["wire", "source"].includes(findingStanding(each))).length;
  if (breaking > 0) return `❌ ${counted(breaking, "breaking change")}`;
  const against = findings.filter((each) => findingStanding(each) === "policy").length;
  if (against > 0) return `❌ ${counted(against, "change")} against the policy`;
  const doubtful = findings.filter((each) => ["undecided", "risky"].includes(findingStanding(each))).length;
  if (doubtful > 0) return `⚠️ ${counted(doubtful, "change")} to look at`;
  if (findings.length === 0) return "✅ No changes";
  return "✅ No breaking changes";
}

function formatTotals(findings: readonly ChangeFinding[]): string {
  const counts = sections.flatMap(([standing, , noun]) => {
    const number = findings.filter((finding) => findingStanding(finding) === standing).length;
    if (number === 0) return [];
    return [formatCount(number, noun)];
  });
  if (counts.length === 0) return "nothing changed.";
  return `${counts.join(", ")}.`;
}

function formatCount(number: number, noun: string): string {
  if (number === 1) return `1 ${noun}`;
  return `${number} ${noun.replace("change", "changes").replace("breaks", "break")}`;
}

/** One change whose details unfold: a summary in HTML, since Markdown isn't read there. */
function details(finding: ChangeFinding): string {
  const { code: name, message, remedy, witness, subjects, releases } = finding;
  const [subject = "", ...others] = subjects;
  const impact = impactText(finding);
  const where = shownPlace(finding);
  const lines = [
    "<details>",
    `<summary>${subject === "" ? "" : `<b>${prose(subject, code)}</b>: `}${prose(message, code)}</summary>`,
    "",
    `- ${code(name)}${impact === undefined ? "" : `: ${impact}`}`,
  ];
  if (where !== undefined) lines.push(`- At ${placed(where)}${formerly(finding)}`);
  if (others.length !== 0) lines.push(`- Also in ${listed(others)}`);
  if (releases !== undefined) lines.push(`- In comparison with ${listed(releases)}`);
  if (remedy !== undefined) lines.push(`- Instead: ${prose(sentence(remedy))}`);
  if (witness !== undefined)
    lines.push("", `An example that is ${validityText(witness)}:`, "", ...fenced(witness));
  lines.push("", "</details>");
  return lines.join("\n");
}

function item(finding: ChangeFinding): string {
  const { code: name, message, subjects } = finding;
  const [subject = "", ...others] = subjects;
  const reason = acceptanceText(finding);
  const lines = [`- ${subject === "" ? "" : `**${prose(subject)}**: `}${prose(message)} (${code(name)})`];
  if (reason !== undefined) lines.push(`  - Accepted: ${prose(sentence(reason))}`);
  if (others.length !== 0) lines.push(`  - Also in ${listed(others)}`);
  return lines.join("\n");
}

function formerly({ old, new: current }: ChangeFinding): string {
  if (old === undefined || current === undefined) return "";
  return `, formerly ${placed(old)}`;
}

function placed({ file, line, column }: ChangePlace): string {
  return code(`${file}:${line}:${column}`);
}

function listed(subjects: readonly string[]): string {
  const more = subjects.length > mostSubjects ? ` and ${subjects.length - mostSubjects} more` : "";
  return `${subjects
    .slice(0, mostSubjects)
    .map((each) => prose(each))
    .join("; ")}${more}`;
}

/** A code block that its own content can't end. */
function fenced({ document, sent }: Witness): string[] {
  const whole = sent ?? printableJson(exactJsonText(document, 2));
  const shown = whole.length <= longestWitness ? whole : `${whole.slice(0, longestWitness)}…`;
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [sent === undefined ? `${fence}json` : fence, shown, fence];
}
