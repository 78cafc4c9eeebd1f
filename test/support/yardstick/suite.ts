import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** One case of the JSON-Schema-Test-Suite. */
export interface Case {
  readonly description: string;
  readonly data: unknown;
  readonly valid: boolean;
}

/** A schema with its cases. */
export interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly Case[];
}

export interface Suite {
  /** The commit if the folder has a record of it, which a clone doesn't. */
  readonly commit: string | undefined;
  /** The documents that the suite's schemas refer to, by URI. */
  readonly remotes: Readonly<Record<string, unknown>>;
  /** Those of them, and of the public meta-schemas, that a schema needs to be complete, by URI. */
  remotesIn(schema: unknown): ReadonlyMap<string, unknown>;
  /** The names of the files directly in a folder below `tests`. */
  filesIn(folder: string): readonly string[];
  /** Reads a file such as `draft7/ref.json`. */
  read(file: string): readonly Group[];
}

/** The path of Debian's package. */
const packaged = "/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance";

/** Opens the suite at `JSON_SCHEMA_TEST_SUITE`, or Debian's. If it is missing, throws an error that says what to install. */
export function openSuite(folder = process.env.JSON_SCHEMA_TEST_SUITE || packaged): Suite {
  if (!existsSync(join(folder, "tests")) || !existsSync(join(folder, "remotes"))) {
    throw new Error(
      `${folder} isn't a JSON-Schema-Test-Suite: it needs the folders \`tests\` and \`remotes\`. On Debian, run ` +
        "`apt-get install libtest-json-schema-acceptance-perl`; elsewhere, set JSON_SCHEMA_TEST_SUITE to the path of a clone.",
    );
  }
  const remotes = readdirSync(join(folder, "remotes"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => [`http://localhost:1234/${name}`, readJson(join(folder, "remotes", name))] as const);
  const documents = new Map([...remotes, ...metaSchemas()]);
  const status = join(folder, "submodule_status");
  return {
    commit: existsSync(status) ? /[0-9a-f]{40}/.exec(readFileSync(status, "utf8"))?.[0] : undefined,
    remotes: Object.fromEntries(remotes),
    remotesIn: (schema) => neededBy(schema, documents),
    filesIn: (below) =>
      readdirSync(join(folder, "tests", below))
        .filter((name) => name.endsWith(".json"))
        .sort()
        .map((name) => `${below}/${name}`),
    read: (file) => readJson(join(folder, "tests", file)) as readonly Group[],
  };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** The meta-schemas that Ajv brings, by URI, and one that it lacks. */
function metaSchemas(): (readonly [string, unknown])[] {
  const formatAssertion = "https://json-schema.org/draft/2020-12/meta/format-assertion";
  const folder = join(dirname(createRequire(import.meta.url).resolve("ajv/package.json")), "dist/refs");
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /schema(-draft-.*)?\.json$|(?:meta\/.*)\.json$/.test(name) && !name.includes("secure"))
    .map((name) => {
      const value = readJson(join(folder, name)) as { readonly $id: string };
      return [value.$id.replace(/#$/, ""), value] as const;
    });
  const type = ["object", "boolean"];
  const properties = { format: { type: "string" } };
  const missing = { $id: formatAssertion, $dynamicAnchor: "meta", type, properties };
  return [...found, [formatAssertion, missing]];
}

/** The documents that references in a schema lead to, directly or through others. Dialects that everyone knows aren't needed. */
function neededBy(schema: unknown, documents: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const open: (readonly [base: string, value: unknown])[] = [["http://localhost:1234/", schema]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [uri, value] = next;
    const bases = basesIn(value, uri);
    const dialects = memberTexts(value, /^\$schema$/).filter((each) => !each.includes("json-schema.org"));
    for (const reference of [...dialects, ...memberTexts(value, /^\$(?:ref|dynamicRef|recursiveRef)$/)])
      for (const base of bases) {
        if (!URL.canParse(reference, base)) continue;
        const target = new URL(reference, base).href.replace(/#.*$/, "");
        const document = documents.get(target);
        if (document === undefined || found.has(target)) continue;
        found.set(target, document);
        open.push([target, document]);
      }
  }
  return found;
}

/** The URIs that references in a value may be relative to: those of `$id`s, each relative to any other. */
function basesIn(value: unknown, uri: string): ReadonlySet<string> {
  const bases = new Set([uri]);
  const ids = memberTexts(value, /^(?:\$id|id)$/);
  for (const base of bases)
    for (const id of ids)
      if (bases.size < 50 && URL.canParse(id, base)) bases.add(new URL(id, base).href.replace(/#.*$/, ""));
  return bases;
}

/** The texts of all members with such a name. */
export function memberTexts(value: unknown, name: RegExp): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === "string" && name.test(key) ? [item] : memberTexts(item, name),
  );
}
