import { join, relative, resolve } from "node:path";
import { didYouMean } from "@oipkit/runtime/nearest-names";
import { parse } from "yaml";
import { vocabulary } from "../../../reader/check/vocabulary.js";
import { findGeneratedFolder } from "../../config/generated-folder.js";
import { readNamedFile } from "../../options/named-file.js";
import { UsageError } from "../../options/option.js";
import type { LoadableEvents } from "../../validate/catalog.js";
import { loadCatalog } from "../../validate/load-catalog.js";
import type { SenderSuite } from "../sender/sender-suite.js";
import type { Suite } from "../suite/suite.js";
import type { VerifierVectors } from "../verifier/verifier-vectors.js";

/** A suite and the file it was read from. */
export interface FoundSuite {
  readonly suite: Suite;
  /** The file, relative to the working folder. */
  readonly file: string;
  /** Validators of the events, if they are next to the suite. */
  readonly eventSet?: LoadableEvents;
}

/**
 * The suite in a file, else the generated one, in the folder where `oipkit validate` finds its validators. Throws
 * `UsageError` if there is no suite, or more than one.
 */
export async function findSuite(cwd: string, given: string | undefined): Promise<FoundSuite> {
  if (given !== undefined) return { suite: await readSuite(resolve(cwd, given), given), file: given };
  const folder = await findGeneratedFolder(cwd, undefined);
  const { eventSets } = await loadCatalog(folder);
  const sets = eventSets.filter(({ protocol }) => protocol !== undefined);
  const [set] = sets;
  const suitePath = ({ name }: LoadableEvents): string => {
    const path = join(folder, "conformance", `${name}.json`);
    const shown = relative(cwd, path);
    if (shown.startsWith("..")) return path;
    return shown;
  };
  if (set === undefined)
    throw new UsageError("the generated folder has no conformance suite; name one with --suite FILE");
  if (sets.length > 1)
    throw new UsageError(
      `there are several suites; choose one with --suite: ${sets.map(suitePath).join(", ")}`,
    );
  return {
    suite: await readSuite(resolve(cwd, suitePath(set)), suitePath(set)),
    file: suitePath(set),
    eventSet: set,
  };
}

/** The cases for senders next to the suite for receivers, which has what both need. Throws `UsageError` if there are none. */
export async function findSenderSuite(cwd: string, given: string | undefined): Promise<SenderSuite> {
  const { suite, file } = await findSuite(cwd, given);
  const shown = file.replace(/(?:\.json)?$/, ".sender.json");
  const hint =
    "cases for senders are in the folder conformance/sender of the contracts; generate them with `oipkit generate`";
  const text = readNamedFile({ path: resolve(cwd, shown), shown, what: "the cases for senders", hint });
  const { senderCases, clauses } = readJson(text, shown) as Partial<SenderSuite>;
  if (!Array.isArray(senderCases)) throw new UsageError(`${shown}: not a list of cases for senders`);
  const { format, protocol, examples, sections } = suite;
  return {
    format,
    protocol,
    examples,
    senderCases,
    ...(sections !== undefined && { sections }),
    ...(clauses !== undefined && { clauses }),
  };
}

/** The vectors for libraries, next to the suite unless a file of vectors is given. Throws `UsageError` if there are none. */
export async function findVerifierVectors(cwd: string, given: string | undefined): Promise<VerifierVectors> {
  const suite = given ?? (await findSuite(cwd, undefined)).file;
  const shown = suite.endsWith(verifierEnd) ? suite : suite.replace(/(?:\.json)?$/, verifierEnd);
  const hint = "generate them with `oipkit generate`";
  const text = readNamedFile({ path: resolve(cwd, shown), shown, what: "the vectors for libraries", hint });
  const found = readJson(text, shown);
  const validate = vocabulary("verifier-vectors");
  if (validate(found)) return found as VerifierVectors;
  const [error] = validate.errors ?? [];
  throw new UsageError(
    `${shown}: ${error?.instancePath || "the document"} ${error?.message}; see reader/vocabulary/verifier-vectors.schema.yaml`,
  );
}

const verifierEnd = ".verifier.json";

async function readSuite(path: string, shown: string): Promise<Suite> {
  const hint = "generate it with `oipkit generate`";
  const text = readNamedFile({ path, shown, what: "the suite", hint });
  const value = readJson(text, shown);
  if (isSuite(value)) return value;
  throw new UsageError(
    `${shown}: not a conformance suite of format 1; generate one with \`oipkit generate\``,
  );
}

function readJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text) ?? {};
  } catch (cause) {
    throw new UsageError(`${shown}: not valid JSON`, { cause });
  }
}

function isSuite(value: unknown): value is Suite {
  if (typeof value !== "object" || value === null) return false;
  const { format, protocol, examples, cases } = value as Partial<Record<keyof Suite, unknown>>;
  return format === 1 && Array.isArray(cases) && isObject(protocol) && isObject(examples);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A file of known failures, and the folder that its path is relative to. */
interface KnownFailuresFile {
  readonly file: string;
  readonly cwd: string;
}

/** The ids of a file of known failures, whose cases aren't known before the run. Throws `UsageError`. */
export function readKnownIds({ file, cwd }: KnownFailuresFile): readonly string[] {
  const text = readNamedFile({ path: resolve(cwd, file), shown: file, what: "the file" });
  return text
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter((id) => id !== "");
}

/**
 * Ids of cases that are known to fail, one per line; `#` starts a comment. Throws `UsageError` for an id that is not
 * in the suite, whose cases these are.
 */
export async function readKnownFailures(
  { file, cwd }: KnownFailuresFile,
  cases: readonly { readonly id: string }[],
): Promise<readonly string[]> {
  const text = readNamedFile({ path: resolve(cwd, file), shown: file, what: "the file" });
  const existing = new Set(cases.map(({ id }) => id));
  const ids = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
  for (const [at, id] of ids.entries()) {
    if (id === "" || existing.has(id)) continue;
    throw new UsageError(`${file}:${at + 1}: there is no case \`${id}\`${didYouMean(id, [...existing])}`);
  }
  return ids.filter((id) => id !== "");
}

/** Where a file of cases is. */
interface CasesFile {
  /** As the user wrote it. */
  readonly file: string;
  readonly cwd: string;
}

/**
 * A suite with the cases of a file, written as those of the contracts' folder `conformance`, in place of its own; it keeps the protocol
 * and the examples. Throws `UsageError`.
 */
export function withCasesOfFile({ file, cwd }: CasesFile, { protocol, examples, ...rest }: Suite): Suite {
  const path = resolve(cwd, file);
  const found = parseCases(readNamedFile({ path, shown: file, what: "the cases" }), file);
  const validate = vocabulary("conformance-cases");
  if (!validate(found)) {
    const [error] = validate.errors ?? [];
    throw new UsageError(
      `${file}: ${error?.instancePath || "the document"} ${error?.message}; see reader/vocabulary/conformance-cases.schema.yaml`,
    );
  }
  const { cases } = found as Pick<Suite, "cases">;
  const twice = cases.find(({ id }, at) => cases.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) throw new UsageError(`${file}: two cases have the id \`${twice.id}\``);
  return { ...rest, protocol, examples, cases, batches: [] };
}

function parseCases(text: string, file: string): unknown {
  try {
    return parse(text, { logLevel: "error", merge: true });
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : "";
    throw new UsageError(`${file}: neither JSON nor YAML: ${reason}`, { cause });
  }
}
