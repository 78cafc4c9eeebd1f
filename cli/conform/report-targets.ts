import { type ReportFormat, reportFormats } from "../../conformance/report/formats.js";
import type { CommandLine } from "../options/command-line.js";
import type { Options } from "../options/declaration.js";
import { nameIn } from "../options/option.js";
import { UsageError } from "../usage.js";

/** A report and its destination. */
export interface ReportTarget {
  readonly format: ReportFormat;
  /** Standard output if undefined. */
  readonly file: string | undefined;
}

/**
 * The reports that a command line requests. A file belongs to the preceding format; a format without a file goes to
 * standard output, which takes only one. Throws `UsageError`.
 */
export function readTargets(given: CommandLine<Options>["given"]): readonly ReportTarget[] {
  const targets: { format: ReportFormat; file: string | undefined }[] = [];
  for (const { name, value } of given) {
    if (name === "format")
      targets.push({ format: nameIn(reportFormats, value, "--format"), file: undefined });
    if (name !== "output") continue;
    if (value === "") throw new UsageError("-o takes the path of a file");
    const last = targets.at(-1);
    if (last === undefined && !given.some((other) => other.name === "format"))
      targets.push({ format: "pretty", file: value });
    else if (last === undefined || last.file !== undefined)
      throw new UsageError(`-o ${value} has no format; write --format FORMAT -o ${value}`);
    else last.file = value;
  }
  refuseCollisions(targets);
  return targets.length === 0 ? [{ format: "pretty", file: undefined }] : targets;
}

function refuseCollisions(targets: readonly ReportTarget[]): void {
  const files = targets.map(({ file }) => file);
  const twice = targets.find(({ file }, at) => files.indexOf(file) !== at);
  if (twice === undefined) return;
  throw new UsageError(
    twice.file === undefined
      ? `--format ${twice.format} needs its own file: --format ${twice.format} -o FILE`
      : `-o ${twice.file} is given twice`,
  );
}
