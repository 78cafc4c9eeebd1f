import { type ParseArgsConfig, parseArgs } from "node:util";
import { isReportFormat, type ReportFormat, reportFormats } from "../../conformance/report/formats.js";
import { UsageError } from "../usage.js";

/** A report and where it goes. */
export interface ReportTarget {
  readonly format: ReportFormat;
  /** Standard output where it is missing. */
  readonly file: string | undefined;
}

/** The flags of reports, for `parseFlags`. */
export const targetFlags = {
  format: { type: "string", multiple: true },
  output: { type: "string", short: "o", multiple: true },
} as const;

/**
 * The reports that a command line asks for. A file belongs to the format before it; a format without a file goes to
 * standard output, where there is room for one. Throws `UsageError`.
 */
export function readTargets(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig["options"]>,
): readonly ReportTarget[] {
  const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  const targets: { format: ReportFormat; file: string | undefined }[] = [];
  const given = tokens.flatMap((token) => (token.kind === "option" ? [token] : []));
  for (const { name, value = "" } of given) {
    if (name === "format") targets.push({ format: formatOf(value), file: undefined });
    if (name !== "output") continue;
    if (value === "") throw new UsageError("-o takes the path of a file");
    const last = targets.at(-1);
    if (last === undefined && !given.some((other) => other.name === "format"))
      targets.push({ format: "pretty", file: value });
    else if (last === undefined || last.file !== undefined)
      throw new UsageError(`-o ${value} belongs to no format; write --format FORMAT -o ${value}`);
    else last.file = value;
  }
  refuseCollisions(targets);
  return targets.length === 0 ? [{ format: "pretty", file: undefined }] : targets;
}

function formatOf(text: string): ReportFormat {
  if (isReportFormat(text)) return text;
  throw new UsageError(`--format is one of ${reportFormats.join(", ")}`);
}

function refuseCollisions(targets: readonly ReportTarget[]): void {
  const files = targets.map(({ file }) => file);
  const twice = targets.find(({ file }, at) => files.indexOf(file) !== at);
  if (twice === undefined) return;
  throw new UsageError(
    twice.file === undefined
      ? `--format ${twice.format} needs a file of its own: --format ${twice.format} -o FILE`
      : `-o ${twice.file} is given twice`,
  );
}
