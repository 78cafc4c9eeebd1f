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
  /** The commit, where the folder says it; a clone doesn't. */
  readonly commit: string | undefined;
  /** What references of the suite's schemas lead to, by URI. */
  readonly remotes: Readonly<Record<string, unknown>>;
  /** The files of a folder below `tests`, without those in folders below it, by name. */
  filesIn(folder: string): readonly string[];
  /** `draft7/ref.json` and its kind. */
  read(file: string): readonly Group[];
}

/** Where Debian's package puts it. */
const packaged = "/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance";

/** The suite at `JSON_SCHEMA_TEST_SUITE`, else Debian's. Throws with what to install where it isn't there. */
export function openSuite(folder = process.env.JSON_SCHEMA_TEST_SUITE || packaged): Suite {
  if (!existsSync(join(folder, "tests")) || !existsSync(join(folder, "remotes"))) {
    throw new Error(
      `${folder} holds no JSON-Schema-Test-Suite (folders \`tests\` and \`remotes\`). On Debian it comes with ` +
        "`apt-get install libtest-json-schema-acceptance-perl`; else let JSON_SCHEMA_TEST_SUITE name a clone of it.",
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
