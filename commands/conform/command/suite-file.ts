import { join, relative, resolve } from "node:path";
import { findGeneratedFolder } from "../../config/generated-folder.js";
import { readNamedFile } from "../../options/named-file.js";
import { UsageError } from "../../options/usage.js";
import type { EventSet } from "../../validate/catalog.js";
import { loadCatalog } from "../../validate/load-catalog.js";
import type { SenderSuite } from "../sender/suite/sender-suite.js";
import type { Suite } from "../suite/suite.js";

/** A suite and the file it was read from. */
export interface FoundSuite {
  readonly suite: Suite;
  /** The file, relative to the working folder. */
  readonly file: string;
  /** Validators of the events, if they are next to the suite. */
  readonly eventSet?: EventSet;
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
  const fileOf = ({ name }: EventSet): string => {
    const path = join(folder, "conformance", `${name}.json`);
    const shown = relative(cwd, path);
    return shown.startsWith("..") ? path : shown;
  };
  if (set === undefined)
    throw new UsageError("the generated folder has no conformance suite; name one with --suite FILE");
  if (sets.length > 1)
    throw new UsageError(`there are several suites; choose one with --suite: ${sets.map(fileOf).join(", ")}`);
  return { suite: await readSuite(resolve(cwd, fileOf(set)), fileOf(set)), file: fileOf(set), eventSet: set };
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
