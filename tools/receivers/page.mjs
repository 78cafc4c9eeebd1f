/** What a verdict of the suite is beside the judgement by hand. */
export function outcome({ hand, suite }) {
  if (hand === "not-applicable") return "not applicable";
  if (suite === "not-judged") return "not judged";
  if (hand === "open") return suite === "fails" ? "false finding" : "left open";
  if (suite === "fails") return hand === "wrong" ? "true finding" : "false finding";
  if (hand === "right") return "true pass";
  return suite === "info" ? "told as information" : "missed";
}

const outcomes = [
  "true finding",
  "true pass",
  "told as information",
  "missed",
  "false finding",
  "left open",
  "not judged",
  "not applicable",
];

/** The page `docs/reference/receivers.md`, from the verdicts beside it. */
export function receiversPage(receivers) {
  const schemes = [...new Set(receivers.map(({ scheme }) => scheme))];
  const kinds = [...new Set(receivers.flatMap(({ verdicts }) => verdicts.map(({ kind }) => kind)))];
  const corrected = receivers.reduce((sum, { handCorrected = [] }) => sum + handCorrected.length, 0);
  const lines = [
    "# Receivers that nobody here wrote",
    "",
    `What [\`oipkit conform\`](conform.md) says of ${receivers.length} public webhook receivers of ${schemes.length} schemes, beside a judgement of their code by hand, which came first.`,
    "Each ran with the suite of [its scheme](../guide/schemes.md), default options and no probe; their code isn't kept here. A generated page: `tools/receivers/write.mjs`",
    "makes it from [receivers.json](receivers.json).",
    "",
    "A verdict is about one kind of rule of one receiver:",
    "",
    "- **true finding**: wrong by hand, and a `must` or `should` of the report; **true pass**: right by hand, and no such finding;",
    "- **told as information**: wrong as good engineering sees it, and an `info` of the report, since the scheme says nothing of it;",
    "- **missed**: wrong by hand, and passed; **false finding**: right or open by hand, and a `must` or `should` of the report;",
    "- **left open**: the scheme decides nothing, and so does the report; **not judged**: the report says that it can't tell.",
    "",
    `The judgement by hand was wrong ${corrected} times, and was corrected with its reason. Before its repairs, the suite had 29 false findings among these verdicts, and missed 10 faults.`,
    "",
    ...table("scheme", schemes, (scheme) =>
      receivers.filter((each) => each.scheme === scheme).flatMap(({ verdicts }) => verdicts),
    ),
    "",
    ...table("kind of rule", kinds, (kind) =>
      receivers.flatMap(({ verdicts }) => verdicts.filter((each) => each.kind === kind)),
    ),
    "",
    ...receivers.flatMap(missed),
    "## The receivers",
    "",
    "| scheme | receiver | commit | language | framework | findings |",
    "|---|---|---|---|---|---|",
    ...receivers.map(row),
  ];
  return `${lines.join("\n")}\n`;
}

function missed({ where, verdicts }) {
  return verdicts
    .filter((each) => outcome(each) === "missed")
    .flatMap(({ kind, note }) => [`Missed: ${kind} of ${where}: ${note}.`, ""]);
}

function table(title, names, verdictsFor) {
  const counts = (verdicts) =>
    outcomes.map((each) => verdicts.filter((verdict) => outcome(verdict) === each).length);
  const rows = names.map((name) => [name, ...counts(verdictsFor(name))]);
  const all = ["**all**", ...counts(names.flatMap(verdictsFor))];
  return [
    `| ${[title, ...outcomes].join(" | ")} |`,
    `|${"---|".repeat(outcomes.length + 1)}`,
    ...[...rows, all].map((cells) => `| ${cells.join(" | ")} |`),
  ];
}

function row({ scheme, where, commit, language, framework, verdicts }) {
  const found = verdicts.filter((each) => outcome(each) === "true finding");
  const findings = found.map(({ kind, level }) => `${kind} (${level})`).join(", ");
  const [repository, path] = where.split(/ (.*)/);
  const place = `[${repository}](https://github.com/${repository}) ${path}`;
  return `| ${[scheme, place, `\`${commit.slice(0, 8)}\``, language, framework, findings].join(" | ")} |`;
}
