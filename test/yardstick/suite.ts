import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

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
  const status = join(folder, "submodule_status");
  return {
    commit: existsSync(status) ? /[0-9a-f]{40}/.exec(readFileSync(status, "utf8"))?.[0] : undefined,
    remotes: Object.fromEntries(remotes),
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
