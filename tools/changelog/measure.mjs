/**
 * Holds `oipkit changelog` against a changelog that people wrote: node tools/changelog/measure.mjs GIT_DIR CONTRACT CHANGELOG [FROM [STEPS]]
 *
 * GIT_DIR is a repository whose CHANGELOG grows at its top, a list under a heading for each version. Each step is a commit that changes
 * CONTRACT. A line that people wrote is found if an entry says something of what it names in backticks and of what occurs another number of times
 * in the new version, and entries with that name have another one of the line's names, too, if there are several. Entries of whose names no
 * line of the step has any are listed: what people left out, and noise. Lines about the documentation alone aren't counted, nor is one whose
 * change isn't between the two versions (its names are in neither, or the same number of times in both).
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [gitDir, contract, changelog, from = "0", steps = "20"] = process.argv.slice(2);
if (changelog === undefined) throw new Error("usage: measure.mjs GIT_DIR CONTRACT CHANGELOG [FROM [STEPS]]");
const program = fileURLToPath(new URL("../../dist/cli/oipkit.js", import.meta.url));
const most = 512 * 1024 * 1024;
const git = (...args) => execFileSync("git", ["-C", gitDir, ...args], { encoding: "utf8", maxBuffer: most });

const commits = git("log", "--first-parent", "--format=%h", "--", contract).trim().split("\n");
const folder = mkdtempSync(join(tmpdir(), "oipkit-changelog-"));
const totals = { lines: 0, found: 0, entries: 0, noise: 0, documentation: 0, elsewhere: 0, unread: 0 };
try {
  for (let at = Number(from); at < Number(from) + Number(steps) && at + 1 < commits.length; at++)
    step(commits[at + 1], commits[at]);
} finally {
  rmSync(folder, { recursive: true });
}
const { lines, found, entries, noise, documentation, elsewhere, unread } = totals;
console.log(
  `\n${lines} lines, ${found} found (${percent(found, lines)}); ${entries} entries, ${noise} in no line (${percent(noise, entries)}); not counted: ${documentation} about documentation, ${elsewhere} about what isn't in the contract; ${unread} steps could not be compared`,
);

function step(old, current) {
  const texts = [old, current].map((commit) => git("show", `${commit}:${contract}`));
  const files = texts.map((text, at) => {
    const path = join(folder, `${at}.openapi.yml`);
    writeFileSync(path, text);
    return path;
  });
  const told = run(files);
  if (told === undefined) {
    totals.unread++;
    console.log(`${old}..${current} can't be compared`);
    return;
  }
  const human = newLines(old, current);
  const blobs = told.map((entry) => ({ ...entry, blob: JSON.stringify(entry) }));
  let [count, hits] = [0, 0];
  const missed = [];
  for (const line of human) {
    // A name that neither version has is that of another document, or misspelt.
    const names = namesIn(line).filter((name) => texts.some((text) => text.includes(name)));
    const changed = names.filter((name) => occurrences(texts[0], name) !== occurrences(texts[1], name));
    if (isDocumentation(line)) totals.documentation++;
    else if (changed.length === 0) totals.elsewhere++;
    else {
      count++;
      if (changed.some((name) => isTold(name, names, blobs))) hits++;
      else missed.push(line);
    }
  }
  const all = human.join("\n");
  const strange = blobs.filter(
    ({ subject, part = "", text }) =>
      !namesIn(`${subject.startsWith("`") ? subject : `\`${subject}\``} ${part} ${text}`)
        .flatMap((name) => name.split(/[.\s]|\[\]/))
        .some((name) => name.length > 3 && all.includes(name)),
  );
  totals.lines += count;
  totals.found += hits;
  totals.entries += told.length;
  totals.noise += strange.length;
  console.log(
    `${old}..${current}: ${hits} of ${count} lines; ${strange.length} of ${told.length} entries are in no line`,
  );
  for (const line of missed) console.log(`  missed: ${line.slice(0, 200)}`);
  for (const { section, subject, part = "", text } of strange)
    console.log(`  in no line: ${section} ${subject} ${part} ${text}`.slice(0, 200));
}

function isTold(name, names, entries) {
  const about = entries.filter(({ subject, part = "", text }) => `${subject} ${part} ${text}`.includes(name));
  const blobs = about.map(({ blob }) => blob).join("\n");
  return about.length > 0 && names.filter((each) => blobs.includes(each)).length >= Math.min(2, names.length);
}

function run([old, current]) {
  try {
    const text = execFileSync(
      process.execPath,
      [program, "changelog", "--format", "json", "--max-file", "67108864", old, current],
      { encoding: "utf8", maxBuffer: most, stdio: ["ignore", "pipe", "ignore"] },
    );
    return JSON.parse(text).entries;
  } catch {
    return undefined;
  }
}

/** The items of the newer changelog that the older one lacks. */
function newLines(old, current) {
  const before = new Set(itemsIn(git("show", `${old}:${changelog}`)));
  return itemsIn(git("show", `${current}:${changelog}`)).filter((line) => !before.has(line));
}

function itemsIn(text) {
  return text
    .split("\n")
    .filter((line) => /^\s*[-*] /.test(line))
    .map((line) => line.trim().slice(2));
}

function namesIn(text) {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) =>
    name.replace(/^(?:GET|POST|PUT|PATCH|DELETE) /, ""),
  );
}

function isDocumentation(line) {
  const verb =
    /^(?:\[\w+\] )?(?:update|document|clarif|improve|reword|hide|unhide|expose|fix|note|revise|redeclare|expand)/i;
  const about =
    /descri|docs?\b|document|sample|example|typo|clarif|wording|hid(?:e|den)|visib|expos|redeclare/i;
  return (verb.test(line) && about.test(line)) || /\bdescriptions?\b|visible in docs/i.test(line);
}

function occurrences(text, name) {
  return text.split(name).length;
}

function percent(part, whole) {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(0)} %`;
}
