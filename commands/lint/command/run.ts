import type { Contracts } from "../../../reader/documents/contracts.js";
import { type InputFile, readInputs } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import type { Finding } from "../../report/findings/finding.js";
import { discardAll, openTargets, wantsColour } from "../../report/open-reports.js";
import { reportText } from "../../report/report-text.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { type LintResult, lintContracts } from "../lint.js";
import type { LintSettings } from "../settings.js";
import { readLintConfiguration } from "./configuration.js";
import { describeRules } from "./describe-rule.js";
import { fixFiles } from "./fix-files.js";
import type { LintRun } from "./settings.js";

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
      await output.write(await reportText(findings, format, options));
    }
    for (const { output } of targets) await output.commit();
    const seconds = ((terminal.now() - started) / 1000).toFixed(1);
    terminal.err(`${sentence({ ...round.result, findings, files, fixed })} (${seconds} s)\n`);
    const isFailing = findings.some(({ level }) => run.strict || level === "error");
    return { exitCode: isFailing ? 1 : 0, files: [...round.contracts.documents.keys()] };
  } catch (error) {
    discardAll(targets);
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
  return [
    `${count(findings.length, "finding")}${some} in ${count(files, "file")}`,
    ...(fixed > 0 ? [`${fixed} fixed`] : []),
    ...(ignored > 0 ? [`${ignored} ignored with a reason`] : []),
  ].join("; ");
}
