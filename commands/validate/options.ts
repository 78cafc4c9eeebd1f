import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { DocumentsError } from "./errors.js";

/** Options of a validation. `inputs` and either `validators` or `schema` are required. */
export interface ValidateOptions {
  /** Files, folders, globs, or `-` for `stdin`. */
  readonly inputs: readonly string[];
  /** Folder that relative paths are resolved against. Default: the working folder. */
  readonly cwd?: string | undefined;
  /** Folder that `oipkit generate` wrote. With `schema`, it only provides the names of secret properties. */
  readonly validators?: string | undefined;
  /** A JSON Schema (2020-12, 2019-09, draft-07 or draft-06; JSON or YAML) that replaces the generated validators. */
  readonly schema?: string | undefined;
  /** Folders that references of `schema` may lead to, in addition to its own. */
  readonly allowRefsTo?: readonly string[] | undefined;
  /** The event, schema or event set of every document. Default: detected from each document. */
  readonly as?: string | undefined;
  /** One document per file, or one per line. Default: detected from the name, else from the content. */
  readonly layout?: "json" | "ndjson" | undefined;
  /** Maximum size of a line or a JSON file, in bytes. Default: 64 MiB. */
  readonly maxDocument?: number | undefined;
  /** Report unknown fields and duplicate keys, too, and treat warnings as errors. Default: false. */
  readonly strict?: boolean | undefined;
  /** Report all findings of a document, not only its first. Default: true. */
  readonly all?: boolean | undefined;
  /** Stop after the first document with an error. Default: false. */
  readonly failFast?: boolean | undefined;
  /** Maximum number of findings to report; the others are counted. Default: no limit. */
  readonly maxFindings?: number | undefined;
  /** File of known findings, which are ignored. */
  readonly baseline?: string | undefined;
  /** Write the findings to `baseline` instead of reading it. Default: false. */
  readonly writeBaseline?: boolean | undefined;
  /** Compare events with each other: ids, and versions of a resource. Default: false. */
  readonly sequence?: boolean | undefined;
  /** Key to decrypt bodies. */
  readonly encryptKey?: string | undefined;
  /** Threads for large input. Default: one per core. */
  readonly jobs?: number | undefined;
  /** Standard input, for `-`. */
  readonly stdin?: (() => AsyncIterable<Uint8Array>) | undefined;
  /** Stops the run; findings up to then are kept. */
  readonly signal?: AbortSignal | undefined;
}

/** The options of a run with defaults filled in; paths are absolute, except those shown in findings. */
export type ValidationSettings = ReturnType<typeof settle>;

const maxDocument = 64 * 1024 * 1024;

/** Fills in the defaults. Throws `DocumentsError` for conflicting options. */
export function settle(options: ValidateOptions) {
  const { cwd = process.cwd(), schema, validators, baseline, sequence = false } = options;
  const { writeBaseline = false, failFast = false } = options;
  if (schema === undefined && validators === undefined)
    throw new DocumentsError(
      "validators-missing",
      "set `validators` to the generated folder, or set `schema`",
    );
  rejectIf(schema !== undefined && options.as !== undefined, "use either `schema` or `as`, not both");
  rejectIf(schema !== undefined && sequence, "`sequence` needs generated validators, not a `schema`");
  rejectIf(writeBaseline && baseline === undefined, "`writeBaseline` needs `baseline`, the file to write");
  rejectIf(
    writeBaseline && failFast,
    "use either `writeBaseline` or `failFast`, not both: a baseline needs all findings",
  );
  return {
    inputs: options.inputs,
    cwd,
    validators: validators === undefined ? undefined : resolve(cwd, validators),
    schema: schema === undefined ? undefined : resolve(cwd, schema),
    allowRefsTo: (options.allowRefsTo ?? []).map((folder) => resolve(cwd, folder)),
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

function rejectIf(conflict: boolean, message: string): void {
  if (conflict) throw new DocumentsError("options-conflict", message);
}
