// The page about a run: docs/contributing/mutation.md.
import { explain, kinds } from "./explanations.mjs";
import { adjustedScore, percent, sumOf } from "./score.mjs";
import { leftOutFiles } from "./stryker/left-out.mjs";

const titles = { node: "The receiver in plain Node.js", python: "The receiver in Python" };

/** The page as Markdown, from the runs of each receiver and the explanations of their survivors. */
export function page(results, explanations) {
  const receivers = Object.entries(results).map(([name, runs]) => {
    const files = runs.flatMap((run) => run.files).sort((a, b) => (a.file < b.file ? -1 : 1));
    const survivors = files.flatMap((file) => file.survivors);
    return { name, runs, files, ...explain(survivors, explanations) };
  });
  return [
    "# Mutation testing",
    "",
    "The faults of [mutants.md](mutants.md) were written by hand, by people who know the suite. These weren't: tools change the",
    "correct receivers of [examples/receivers](../../examples/receivers) in one place at a time, in each place of the code between the",
    "bytes of a request and its answer, stores included, and the suite runs against each such mutant. `npm run mutation` does that",
    "and writes this page; [CONTRIBUTING.md](../../CONTRIBUTING.md) describes it.",
    "",
    "A mutant is **killed** if a case of level must or should fails, twice, or if it doesn't start, doesn't answer in time or breaks",
    "the probe. It is **noted** if only cases of level info fail: the document is silent about what it does. All others survive; each",
    "is listed below, with the reason. Each mutant gets a new process, so code that runs once, at the start, is mutated, too.",
    "",
    ...summary(receivers),
    ...receivers.flatMap(section),
    "",
  ].join("\n");
}

function summary(receivers) {
  const head = ["receiver", "mutants", "killed", "noted", "survived", "score", "of all"];
  const rows = receivers.map(({ name, files, explained }) => {
    const sum = sumOf(files);
    const harmless = explained.filter(({ kind }) => kind !== "hole").length;
    const { judged, killed, noted, survived } = sum;
    const scores = [`**${adjustedScore(sum, harmless)} %**`, `${percent(killed, judged)} %`];
    return [`\`${name}\``, judged, killed, noted, survived, ...scores];
  });
  return [
    ...table(head, rows),
    "",
    "The score is the share of killed mutants among those that break a rule of the document: without the noted ones, and without the",
    "survivors that no case may or can detect. The last column is their share among all mutants.",
  ];
}

function section({ name, runs, files, explained, unexplained }) {
  const counts = files.map(({ file, judged, killed, timeouts, noted, survived, leftOut }) => [
    link(file),
    judged,
    killed,
    timeouts,
    noted,
    survived,
    leftOut,
  ]);
  return [
    "",
    `## ${titles[name]}`,
    "",
    ...runs.map(runLine),
    "",
    ...table(["file", "mutants", "killed", "by time-out", "noted", "survived", "left out"], counts),
    "",
    "Left out, since it isn't part of the protocol:",
    "",
    ...files.flatMap(({ file, reasons }) =>
      reasons.map(({ reason, mutants }) => `- ${link(file)}: ${reason} (${mutants})`),
    ),
    ...(wholeFiles[name] ?? []),
    ...Object.entries(kinds).flatMap(([kind, heading]) =>
      survivorList(
        heading,
        explained.filter((each) => each.kind === kind),
      ),
    ),
    ...survivorList("Not explained yet", unexplained),
    ...notedList(files.flatMap(({ notedMutants }) => notedMutants)),
  ];
}

/** Stryker doesn't count the mutants of files that it isn't asked to mutate. */
const wholeFiles = {
  node: Object.entries(leftOutFiles).map(
    ([file, reason]) => `- ${link(`examples/receivers/node/${file}`)}: ${reason}`,
  ),
};

function runLine({ date, minutes, seed, workers, sample, versions, cases, files }) {
  const names = files.map(({ file }) => file.split("/").at(-1)).join(", ");
  const tools = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const { must, should, info } = cases;
  const suite = `${must} cases of level must, ${should} should, ${info} info`;
  const part = sample === undefined ? "" : `a random ${sample} % of the mutants of `;
  return `- ${date}: ${part}${names}; ${tools.join(", ")}; ${suite}; ${minutes} minutes with ${workers} workers; seed ${seed}.`;
}

function survivorList(heading, mutants) {
  if (mutants.length === 0) return [];
  const rows = mutants.map(({ file, line, before, after, status, reason = status ?? "" }) => [
    `${link(file)}:${line}`,
    code(before),
    code(after),
    reason.replaceAll("|", "\\|"),
  ]);
  return [
    "",
    `### ${heading} (${mutants.length})`,
    "",
    ...table(["place", "code", "mutant", "reason"], rows),
  ];
}

function notedList(noted) {
  if (noted.length === 0) return [];
  const rows = noted.map(({ file, line, before, after, by }) => [
    `${link(file)}:${line}`,
    code(before),
    code(after),
    `\`${by}\``,
  ]);
  const heading = `### Noted by a case of level info (${noted.length})`;
  return ["", heading, "", ...table(["place", "code", "mutant", "case"], rows)];
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)];
}

/** A function declaration, so that the constants above can use it. */
function link(file) {
  return `[${file.split("/").at(-1)}](../../${file})`;
}

const mostShown = 100;

/** Source as code in a cell of a table. */
function code(source) {
  if (source === "") return "removed";
  const line = source.replaceAll(/\s+/g, " ");
  const shown = line.length > mostShown ? `${line.slice(0, mostShown)}…` : line;
  const fence = shown.includes("`") ? "``" : "`";
  const space = fence === "``" ? " " : "";
  return `${fence}${space}${shown.replaceAll("|", "\\|")}${space}${fence}`;
}
