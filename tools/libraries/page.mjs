import { sources } from "./sources.mjs";

const shownIds = 5;

/** The page `docs/reference/libraries.md`, from the results beside it. */
export function librariesPage(results) {
  const lines = [
    "# Libraries that verify webhooks",
    "",
    "What [`oipkit conform --library`](conform-library.md) says about each scheme's own libraries. `tools/libraries/run.mjs` installs them in the",
    "versions below, asks them about the vectors of [examples/schemes](../../examples/schemes) through the adapters in",
    "[examples/libraries](../../examples/libraries), and writes this page and [libraries.json](libraries.json); don't edit it.",
    "",
    "A wrong answer is a **fault** if the scheme's specification decides the vector; the link leads there. Everything else is a",
    "**difference**: our contract or good practice says one thing, the specification nothing, so nobody is wrong. Skipped vectors weren't",
    "judged.",
    "",
    "The script installs from npm and Debian alone, so the libraries for Ruby, PHP and Java, and most of those for Python and Go, have no row.",
    "",
    "| scheme | library | version | language | judged | wrong accepts | wrong refusals | faults | differences | skipped |",
    "|---|---|---|---|---|---|---|---|---|---|",
    ...results.map(row),
    "",
    ...results.flatMap(details),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function row(result) {
  const { scheme, library, version, language, judged, wrong, skipped } = result;
  const count = (kind) => wrong.filter((each) => each.kind === kind).length;
  const faults = wrong.filter((each) => findSource(scheme, each) !== undefined).length;
  const cells = [
    scheme,
    cell(`\`${library}\``),
    version,
    language,
    judged,
    count("accept"),
    count("refuse"),
    faults,
    wrong.length - faults,
    skipped,
  ];
  return `| ${cells.join(" | ")} |`;
}

function details(result) {
  const { scheme, library, version, language, wrong } = result;
  const groups = new Map();
  for (const each of wrong) {
    const source = findSource(scheme, each);
    const key = JSON.stringify([each.id.split("/")[0], each.kind, source?.url ?? "", source?.says ?? ""]);
    groups.set(key, { source, first: each, ids: [...(groups.get(key)?.ids ?? []), each.id] });
  }
  const texts = [...groups.values()]
    .sort((a, b) => Number(b.source !== undefined) - Number(a.source !== undefined))
    .map(groupLine);
  const none = "No wrong answer.";
  return [`## \`${library}\` ${version} (${language})`, "", ...(texts.length === 0 ? [none] : texts), ""];
}

const verbs = { accept: "accepts", refuse: "refuses", broken: "breaks off at" };

function groupLine({ source, first, ids }) {
  const more = ids.length > shownIds ? `, … and ${ids.length - shownIds} more` : "";
  const list = ids
    .slice(0, shownIds)
    .map((id) => `\`${id}\``)
    .join(", ");
  const what = `${verbs[first.kind]} ${list}${more}.`;
  if (source !== undefined)
    return `- **Fault** (${first.level}): ${what} [Specification](${source.url}): ${source.says}`;
  return `- Difference, where the specification is silent (info): ${what}`;
}

/** The place in a scheme's specification that decides a vector; only a vector of level must can be decided. */
export function findSource(scheme, { id, level }) {
  if (level !== "must") return undefined;
  return (sources[scheme] ?? []).find(({ ids }) => ids.some((glob) => matches(glob, id)));
}

function matches(glob, id) {
  const [start, end = ""] = glob.split("*");
  return glob.includes("*")
    ? id.startsWith(start) && id.endsWith(end) && id.length >= start.length + end.length
    : id === glob;
}

function cell(text) {
  return text.replaceAll("|", "\\|");
}
