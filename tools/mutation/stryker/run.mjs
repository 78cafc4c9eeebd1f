// Mutates the Node receiver with StrykerJS.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import { leftOutFiles } from "./left-out.mjs";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const folder = "examples/receivers/node";
const plugin = fileURLToPath(new URL("plugin.mjs", import.meta.url));

/**
 * Runs every mutant of the receiver, or of `files`, each a name or a name and a line, against the cases that `only` selects. Resolves with a list of
 * `{ file, line, column, place, before, after, operator, status, by, configuration, reason }`.
 */
export async function mutateNode({ seed, workers, files, only = [] }) {
  const project = mkdtempSync(join(tmpdir(), "oipkit-stryker-"));
  try {
    cpSync(join(repository, folder), project, { recursive: true });
    mkdirSync(join(project, "node_modules"));
    for (const name of ["oipkit", "@oipkit"]) {
      symlinkSync(join(repository, "node_modules", name), join(project, "node_modules", name), "dir");
    }
    // Stryker works in the current folder: it copies it, and instruments the copy.
    process.chdir(project);
    const all = readdirSync(project).filter((name) => name.endsWith(".mjs") && !(name in leftOutFiles));
    const mutate = files?.filter((name) => all.includes(name.split(":")[0])).map(rangeOf) ?? all;
    if (mutate.length === 0) return [];
    const results = await new Stryker({
      mutate,
      plugins: [plugin],
      testRunner: "conformance",
      ignorers: ["left-out"],
      reporters: ["mutants"],
      coverageAnalysis: "off",
      concurrency: workers,
      // Each run ends itself long before.
      timeoutMS: 600_000,
      logLevel: "warn",
      allowConsoleColors: false,
      warnings: { unknownOptions: false },
      oipkit: { seed, only },
    }).runMutationTest();
    return results.map((result) => mutantOf(result, project));
  } finally {
    process.chdir(repository);
    rmSync(project, { recursive: true, force: true });
  }
}

/** Stryker's notation of a line. */
function rangeOf(name) {
  const [file, line] = name.split(":");
  if (line === undefined) return file;
  return `${file}:${line}-${line}`;
}

const statuses = { Killed: "killed", Timeout: "timeout", Survived: "survived", Ignored: "left out" };

function mutantOf({ fileName, location, replacement, mutatorName, status, statusReason }, project) {
  const name = fileName.replace(`${project}/`, "");
  const lines = readFileSync(join(project, name), "utf8").split("\n");
  const verdict = statuses[status] ?? "error";
  return {
    file: `${folder}/${name}`,
    line: location.start.line,
    column: location.start.column,
    place: lines[location.start.line - 1].trim(),
    before: textAt(lines, location),
    after: replacement,
    operator: mutatorName,
    status: verdict,
    // The judge's own status is finer.
    ...(verdict === "killed" || verdict === "timeout" ? detailsOf(statusReason) : { reason: statusReason }),
  };
}

/** A time-out of Stryker's own has no details. */
function detailsOf(text = "") {
  try {
    return JSON.parse(text);
  } catch {
    return { by: "limit", reason: text };
  }
}

/** The text at a location, whose lines and columns count from 1, as one line. */
function textAt(lines, { start, end }) {
  const inside = lines.slice(start.line - 1, end.line);
  inside[inside.length - 1] = inside[inside.length - 1].slice(0, end.column - 1);
  inside[0] = inside[0].slice(start.column - 1);
  return inside.map((line) => line.trim()).join(" ");
}
