import { resolve } from "node:path";
import { assertVersions } from "../../../reader/check/versions.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { type InputFile, readInputs } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { describeDiagnostic } from "../../generate/describe-diagnostic.js";
import { pluginFiles } from "../../generate/produce.js";
import { reportText } from "../../report/create-reporter.js";
import { replaceFile } from "../../report/file-output.js";
import { printDiagnostics } from "../../report/print-diagnostics.js";
import { discardAll, openTargets, wantsColour } from "../../report/report-targets.js";
import type { Finding, RuleText } from "../../report/reporter.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { watchRuns } from "../../terminal/watch-files.js";
import { applyFixes } from "../apply-fixes.js";
import { type LintFinding, type LintResult, lintContracts } from "../lint.js";
import type { Fix, LintPlugin } from "../rule.js";
import { builtInRules } from "../rules/registry.js";
import type { LintSettings } from "../settings.js";
import { abridge } from "./abridge.js";
import { configuredPlugins, readLintConfiguration } from "./configuration.js";
import type { LintRun } from "./options.js";

/** The result of a run. */
export interface Linted {
  readonly exitCode: ExitCode;
  /** Absolute paths of all files that were read. */
  readonly files: readonly string[];
}

/** After so many rounds, what is still there isn't corrected by the same edits again. */
const mostRounds = 10;

/** Lints once and writes the reports. Throws an error of the engine if it can't run. */
export async function lint(run: LintRun, terminal: Terminal): Promise<Linted> {
  const started = terminal.now();
  const targets = await openTargets(run.targets, terminal);
  try {
    const settings = await readLintConfiguration(run.configured, run.set);
    let round = await lintOnce(run, settings, terminal);
    let fixed = 0;
    for (let count = 0; run.fix && count < mostRounds; count++) {
      const done = await fixFiles(round.result.findings, round.inputs, terminal.cwd);
      if (done === 0) break;
      fixed += done;
      round = await lintOnce(run, settings, terminal);
    }
    const findings = round.result.findings.map(({ finding }) => finding);
    const files = round.contracts.names.size;
    for (const { format, file, output } of targets) {
      const colour = file === undefined && wantsColour(terminal);
      const describe = describeRules(settings.plugins);
      const options = { colour, command: "oipkit lint", now: terminal.now, describe, files };
      const { findings: shown, more } =
        format === "pretty" && !run.all ? abridge(findings) : { findings, more: [] };
      await output.write(await reportText(shown, format, options));
      if (more.length > 0) await output.write(`${more.join("\n")}\n`);
    }
    for (const { output } of targets) await output.commit();
    const seconds = ((terminal.now() - started) / 1000).toFixed(1);
    terminal.err(`${sentence({ ...round.result, findings, files, fixed })} (${seconds} s)\n`);
    const isFailing = findings.some(({ level }) => run.strict || level === "error");
    return { exitCode: isFailing ? 1 : 0, files: [...round.contracts.documents.keys()] };
  } catch (error) {
    discardAll(targets);
    if (error instanceof ContractError) terminal.err(printDiagnostics(error.diagnostics));
    throw error;
  }
}

interface Round {
  readonly inputs: readonly InputFile[];
  readonly contracts: Contracts;
  readonly result: LintResult;
}

async function lintOnce(run: LintRun, settings: LintSettings, { cwd }: Terminal): Promise<Round> {
  const { overlays, allowRefsTo, maxFile } = run;
  const limits = { allowRefsTo, maxFile };
  const inputs = await readInputs(run.inputs, cwd, { overlays, ...limits });
  const contracts = await loadContracts(inputs, cwd, limits);
  assertVersions(contracts);
  return { inputs, contracts, result: await lintContracts(contracts, settings) };
}

interface Counts {
  readonly findings: readonly Finding[];
  readonly files: number;
  readonly ignored: number;
  readonly fixed: number;
}

function sentence({ findings, files, ignored, fixed }: Counts): string {
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const warnings = findings.filter(({ level }) => level === "warning").length;
  const some = warnings > 0 ? ` (${count(warnings, "warning")})` : "";
  const parts = [`${count(findings.length, "finding")}${some} in ${count(files, "file")}`];
  if (fixed > 0) parts.push(`${fixed} fixed`);
  if (ignored > 0) parts.push(`${ignored} ignored with a reason`);
  return parts.join("; ");
}

/** Lints, then lints again after each change of a contract or a plugin, until the terminal's signal. */
export async function watchLint(run: LintRun, terminal: Terminal): Promise<ExitCode> {
  return watchRuns(
    {
      paths: [...run.inputs, ...run.overlays].map((path) => resolve(terminal.cwd, path)),
      run: async () => (await lint(run, terminal)).files,
      others: () => pluginFiles(configuredPlugins(run.configured)),
    },
    terminal,
  );
}

/**
 * Corrects the named files, each of which is replaced as a whole. Files that only references lead to stay. Returns the
 * number of corrections. Throws `DocumentsError` if a file can't be written.
 */
async function fixFiles(
  findings: readonly LintFinding[],
  inputs: readonly InputFile[],
  cwd: string,
): Promise<number> {
  const fixes = new Map<string, Fix[]>();
  for (const { path, fix } of findings)
    if (path !== undefined && fix !== undefined) fixes.set(path, [...(fixes.get(path) ?? []), fix]);
  let count = 0;
  for (const { path, text } of inputs) {
    const { text: fixed, applied } = applyFixes(path, text, fixes.get(path) ?? []);
    if (applied === 0) continue;
    await replaceFile(path, cwd, fixed);
    count += applied;
  }
  return count;
}

const ignores: Readonly<Record<string, RuleText>> = {
  "ignore-without-reason": {
    meaning: "A rule is ignored without a reason.",
    help: "Write the reason after a colon.",
    level: "warning",
  },
  "ignore-unused": {
    meaning: "A rule is ignored where it has no finding.",
    help: "Remove the comment or the extension, or correct its place.",
    level: "warning",
  },
};

/** What rules mean, by the codes of their findings. */
function describeRules(plugins: readonly LintPlugin[]): (code: string) => RuleText {
  const rules = new Map(
    [
      ...builtInRules.map((rule) => [rule.name, rule] as const),
      ...plugins.flatMap(({ name, rules }) => rules.map((rule) => [`${name}/${rule.name}`, rule] as const)),
    ].map(([code, { finds, why, remedy, severity }]) => [
      code,
      {
        meaning: finds,
        help: `${why} ${remedy}`,
        level: severity === "error" ? "error" : "warning",
      } as const,
    ]),
  );
  return (code) => {
    const known = rules.get(code) ?? ignores[code];
    if (known !== undefined) return known;
    const [engine, name] = code.split("/");
    if (engine === "redocly")
      return {
        meaning: `Redocly's rule \`${name}\`.`,
        help: `See the description of \`${name}\` on https://redocly.com/docs/cli/rules/built-in-rules.`,
        level: "warning",
      };
    if (engine === "asyncapi")
      return {
        meaning: `The rule \`${name}\` of AsyncAPI's parser.`,
        help: "Compare with the specification of that object.",
        level: "warning",
      };
    return describeDiagnostic(code);
  };
}
