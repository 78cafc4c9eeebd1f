import type { CommandLine } from "../options/command-line.js";
import { choice, type Described, nameIn, type Options, texts, UsageError } from "../options/option.js";
import type { Terminal } from "../terminal/terminal.js";
import type { FileOutput } from "./file-output.js";

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
  if (targets.length === 0) return [{ format: formats[0], file: undefined }];
  return targets;
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

/** A report with its opened destination. */
export type OpenTarget<Format extends string> = ReportTarget<Format> & { readonly output: FileOutput };

/** Opens the destinations before a run, so that an unwritable file fails at once. Rejects with `DocumentsError`. */
export async function openTargets<Format extends string>(
  targets: readonly ReportTarget<Format>[],
  terminal: Terminal,
): Promise<readonly OpenTarget<Format>[]> {
  const opened: OpenTarget<Format>[] = [];
  try {
    for (const target of targets) {
      opened.push({ ...target, output: await openOutput(target.file, terminal) });
    }
  } catch (error) {
    discardAll(opened);
    throw error;
  }
  return opened;
}

/** Drops all outputs after a failure. */
export function discardAll(targets: readonly OpenTarget<string>[]): void {
  for (const { output } of targets) output.discard();
}

async function openOutput(file: string | undefined, terminal: Terminal): Promise<FileOutput> {
  if (file === undefined) return terminalOutput(terminal);
  const { fileOutput } = await import("./file-output.js");
  return fileOutput(file, terminal.cwd);
}

/** Standard output with backpressure, for reports: their formats escape what they contain. */
function terminalOutput(terminal: Terminal): FileOutput {
  return {
    async write(text) {
      if (text === "" || terminal.outClosed?.aborted) return;
      terminal.out(text, "rendered");
      await terminal.drained?.();
    },
    async commit() {},
    discard() {},
  };
}

/** Whether to colour standard output: decided by `FORCE_COLOR`, `NO_COLOR` and `TERM`, else by whether it is a terminal. */
export function wantsColour({ env, isTerminal }: Terminal): boolean {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  if (env.NO_COLOR || env.TERM === "dumb") return false;
  return isTerminal?.out === true;
}
