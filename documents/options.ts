import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { DocumentsError } from "./errors.js";

/** What is validated, and how. Only `inputs`, and `validators` or `schema`, are needed. */
export interface ValidateOptions {
  /** Files, folders, globs, or `-` for `stdin`. */
  readonly inputs: readonly string[];
  /** Folder that relative paths start at. Default: the working folder. */
  readonly cwd?: string | undefined;
  /** Folder that `oipkit generate` wrote. With `schema` it only says which properties are secret. */
  readonly validators?: string | undefined;
  /** A JSON Schema (2020-12 or draft-07; JSON or YAML) that takes the place of generated validators. */
  readonly schema?: string | undefined;
  /** The event, schema or event set that every document is. Default: each document says itself. */
  readonly as?: string | undefined;
  /** One document a file, or one a line. Default: the name says, else the content. */
  readonly layout?: "json" | "ndjson" | undefined;
  /** Bytes that a line or a JSON file may have. Default: 64 MiB. */
  readonly maxDocument?: number | undefined;
  /** Unknown fields and duplicate keys are findings too, and warnings are errors. Default: false. */
  readonly strict?: boolean | undefined;
  /** All findings of a document, or only its first. Default: true. */
  readonly all?: boolean | undefined;
  /** Stop after the first document with an error. Default: false. */
  readonly failFast?: boolean | undefined;
  /** Findings that are handed out; the others are counted. Default: all. */
  readonly maxFindings?: number | undefined;
  /** File of known findings, which don't count. */
  readonly baseline?: string | undefined;
  /** Write `baseline` from what is found instead of reading it. Default: false. */
  readonly writeBaseline?: boolean | undefined;
  /** Compare events with each other: ids, and versions of a resource. Default: false. */
  readonly sequence?: boolean | undefined;
  /** Key that opens encrypted bodies. */
  readonly encryptKey?: string | undefined;
  /** Threads for large input. Default: one per core. */
  readonly jobs?: number | undefined;
  /** Standard input, for `-`. */
  readonly stdin?: (() => AsyncIterable<Uint8Array>) | undefined;
  /** Ends the run; what was found until then stays. */
  readonly signal?: AbortSignal | undefined;
}

/** The options of a run with every default filled in; paths are absolute, but for those that findings show. */
export type RunSettings = ReturnType<typeof settle>;

const maxDocument = 64 * 1024 * 1024;

/** Fills in the defaults. Throws `DocumentsError` for options that exclude each other. */
export function settle(options: ValidateOptions) {
  const { cwd = process.cwd(), schema, validators, baseline, sequence = false } = options;
  const { writeBaseline = false, failFast = false } = options;
  if (schema === undefined && validators === undefined)
    throw new DocumentsError("validators-missing", "name the generated folder (`validators`) or a `schema`");
  refuse(schema !== undefined && options.as !== undefined, "use either `schema` or `as`, not both");
  refuse(schema !== undefined && sequence, "`sequence` needs generated validators, not a `schema`");
  refuse(writeBaseline && baseline === undefined, "`writeBaseline` needs the file, `baseline`");
  refuse(writeBaseline && failFast, "a new baseline needs all findings: use it without `failFast`");
  return {
    inputs: options.inputs,
    cwd,
    validators: validators === undefined ? undefined : resolve(cwd, validators),
    schema: schema === undefined ? undefined : resolve(cwd, schema),
    as: options.as,
    layout: options.layout,
    maxDocument: options.maxDocument ?? maxDocument,
    strict: options.strict ?? false,
    all: options.all ?? true,
    failFast,
    maxFindings: options.maxFindings ?? Number.POSITIVE_INFINITY,
    baseline,
    writeBaseline,
    sequence,
    encryptKey: options.encryptKey || undefined,
    jobs: options.jobs ?? availableParallelism(),
    stdin: options.stdin,
    signal: options.signal ?? new AbortController().signal,
  } as const;
}

function refuse(conflict: boolean, message: string): void {
  if (conflict) throw new DocumentsError("options-conflict", message);
}
