import { compareVersions } from "../../../../../commands/diff/compare-versions.js";
import { bothSides, type CompareOptions } from "../../../../../commands/diff/comparison.js";
import type { Version } from "../../../../../commands/diff/version.js";
import { json } from "../../../../../reader/text/json.js";
import { loadVersion } from "../version-of.js";
import { type Mutation, mutations } from "./mutations.js";

/** How a change of one field ends. */
export const endings = [
  "finding",
  "not-compared",
  "same meaning",
  "documentation",
  "refused",
  "silent",
] as const;
type Ending = (typeof endings)[number];

/** A document, and what may change in it without a line, since nothing changes by it. */
export interface Subject {
  /** What it is a document of, such as `OpenAPI 3.1`. */
  readonly title: string;
  readonly file: string;
  readonly document: unknown;
  readonly same: readonly SameMeaning[];
}

/** Mutations that keep the meaning, and why they do. */
export interface SameMeaning {
  readonly because: string;
  readonly mutations: readonly string[];
}

/** A mutation, and how it ends. */
export interface Outcome {
  readonly name: string;
  readonly path: readonly string[];
  readonly ending: Ending;
}

/** Fields that are for people, with all below them (`docs/reference/diff.md`). */
const documentation = new Set(
  "info title summary description $comment example examples externalDocs tags bearerFormat bindingVersion".split(
    " ",
  ),
);
/** Maps whose names aren't those of fields. */
const maps = new Set(["properties", "patternProperties", "dependentSchemas", "definitions", "$defs"]);

function isDocumentation(path: readonly string[]): boolean {
  return path.some((token, at) => documentation.has(token) && !maps.has(path[at - 1] ?? ""));
}

/** What `oipkit diff` says of each change of one field, forth and back. */
export async function readOutcomes(
  { file, document, same }: Subject,
  edits: Iterable<Mutation> = mutations(document),
): Promise<readonly Outcome[]> {
  const known = new Set(same.flatMap((each) => each.mutations));
  const base = await loadVersion({ [file]: json(document) });
  const outcomes: Outcome[] = [];
  for (const mutation of edits) {
    const other = await loadVersion({ [file]: json(mutation.document) }).catch(() => undefined);
    for (const direction of ["", " in the old version"]) {
      const versions = direction === "" ? { old: base, new: other } : { old: other, new: base };
      const name = `${mutation.name}${direction}`;
      const isKnown = known.has(mutation.name) || known.has(name);
      outcomes.push({ name, path: mutation.path, ending: ending(mutation, versions, isKnown) });
    }
  }
  return outcomes;
}

function ending(
  { path }: Mutation,
  { old, new: current }: { readonly old: Version | undefined; readonly new: Version | undefined },
  isKnown: boolean,
): Ending {
  const codes = old === undefined || current === undefined ? undefined : foundCodes(old, current);
  if (codes === undefined) return "refused";
  if (codes.length > 0) return codes.every((code) => code === "not-compared") ? "not-compared" : "finding";
  if (isDocumentation(path)) return "documentation";
  return isKnown ? "same meaning" : "silent";
}

/** `undefined` if the comparison is refused. */
function foundCodes(old: Version, current: Version): string[] | undefined {
  const options: CompareOptions = { mode: "full", time: 2000, now: () => 0, keep: bothSides };
  try {
    return compareVersions({ old, new: current }, options).findings.map(({ code }) => code);
  } catch {
    return undefined;
  }
}

/** What is silent, and what is listed as the same meaning in vain. */
export function silentIn(
  outcomes: readonly Outcome[],
  { same }: Subject,
): { readonly silent: readonly string[]; readonly needless: readonly string[] } {
  const names = new Set(
    outcomes
      .filter(({ ending }) => ending === "same meaning")
      .map(({ name }) => name.replace(/ in the old version$/, "")),
  );
  return {
    silent: outcomes.filter(({ ending }) => ending === "silent").map(({ name }) => name),
    needless: same.flatMap(({ mutations }) => mutations).filter((name) => !names.has(name)),
  };
}

/** The names of all members in a document. */
export function fieldNames(document: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const open = [document];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null || typeof next !== "object") continue;
    if (!Array.isArray(next)) for (const name of Object.keys(next)) names.add(name);
    open.push(...(Object.values(next) as unknown[]).filter((value) => value !== undefined));
  }
  return names;
}
