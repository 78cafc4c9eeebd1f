import type { Finding } from "../report/findings/finding.js";
import type { ReportedPart, Summary } from "../report/findings/reporter.js";
import type { ValidateOptions } from "./options.js";
import { openRun, type Progress } from "./run.js";

/** Callbacks during a run. The run waits for their promises, so that output can't accumulate. */
export interface ValidateHooks {
  /** Each finding, in the order of the input. */
  onFinding?(finding: Finding): void | Promise<void>;
  /** Each file, or part of a large one, even without findings; the input of a reporter. */
  onPart?(part: ReportedPart): void | Promise<void>;
  /** After each part. */
  onProgress?(progress: Progress): void;
}

/**
 * Validates JSON and NDJSON documents as `oipkit validate` does: in files, folders, globs or a stream, with several
 * threads for large input. A broken document is a finding, not an error. Resolves with the counts of the run, which
 * failed if `findings` is greater than `warnings`. Throws `DocumentsError` if it can't run at all, and `SchemaError` if
 * `schema` isn't a usable JSON Schema.
 */
export async function validateDocuments(
  options: ValidateOptions,
  { onFinding, onPart, onProgress }: ValidateHooks = {},
): Promise<Summary> {
  const run = await openRun(options);
  for await (const part of run.parts()) {
    for (const finding of onFinding ? part.findings : []) await onFinding?.(finding);
    await onPart?.(part);
    onProgress?.(run.progress);
  }
  return run.summary();
}
