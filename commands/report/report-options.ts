import type { CommandLine } from "../options/command-line.js";
import type { Options } from "../options/declaration.js";
import { choice, type Described, nameIn, texts } from "../options/option.js";
import { UsageError } from "../options/usage.js";

/** `--format`, which takes one of the given formats. */
export function format<const Name extends string>(names: readonly [Name, ...Name[]], spec: Described) {
  const description = `${spec.description}: ${names.map((name) => `\`${name}\``).join(", ")}`;
  return choice({ ...spec, value: "FORMAT", description, default: names[0] }, names);
}

/** `--format` and `-o` for several reports at once. */
export function reports(names: readonly [string, ...string[]]) {
  const group = "Reports";
  const list = names.map((name) => `\`${name}\``).join(", ");
  return {
    format: texts({ value: "FORMAT", description: list, otherwise: `\`${names[0]}\``, group }),
    output: texts({
      value: "FILE",
      short: "o",
      description: "file for the preceding format",
      otherwise: "standard output",
      group,
    }),
  };
}

/** A report and its destination. */
export interface ReportTarget<Format extends string> {
  readonly format: Format;
  /** Standard output if undefined. */
  readonly file: string | undefined;
}

/**
 * The reports that a command line requests. A file belongs to the preceding format; a format without a file goes to
 * standard output, which takes only one. The first of `formats` is the default. Throws `UsageError`.
 */
export function readTargets<Format extends string>(
  given: CommandLine<Options>["given"],
  formats: readonly [Format, ...Format[]],
): readonly ReportTarget<Format>[] {
  const targets: { format: Format; file: string | undefined }[] = [];
  for (const { name, value } of given) {
    if (name === "format") targets.push({ format: nameIn(formats, value, "--format"), file: undefined });
    if (name !== "output") continue;
    if (value === "") throw new UsageError("-o takes the path of a file");
    const last = targets.at(-1);
    if (last === undefined && !given.some((other) => other.name === "format"))
      targets.push({ format: formats[0], file: value });
    else if (last === undefined || last.file !== undefined)
      throw new UsageError(`-o ${value} has no format; write --format FORMAT -o ${value}`);
    else last.file = value;
  }
  refuseCollisions(targets);
  return targets.length === 0 ? [{ format: formats[0], file: undefined }] : targets;
}

function refuseCollisions(targets: readonly ReportTarget<string>[]): void {
  const files = targets.map(({ file }) => file);
  const twice = targets.find(({ file }, at) => files.indexOf(file) !== at);
  if (twice === undefined) return;
  throw new UsageError(
    twice.file === undefined
      ? `--format ${twice.format} needs its own file: --format ${twice.format} -o FILE`
      : `-o ${twice.file} is given twice`,
  );
}
