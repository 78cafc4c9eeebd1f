import { createHttpSend } from "../../conformance/exchange/http-send.js";
import { probeAt } from "../../conformance/exchange/probe.js";
import { formatReport } from "../../conformance/report/format-report.js";
import type { ReportFormat } from "../../conformance/report/formats.js";
import { countsOf, standingOf, verdictOf } from "../../conformance/report/verdict.js";
import type { Report } from "../../conformance/result/result.js";
import { runSuite } from "../../conformance/run/run.js";
import { packageVersion } from "../../generator/package-version.js";
import { printable } from "../../text/printable.js";
import { wantsColour } from "../colour.js";
import { readCredentials } from "../credentials.js";
import { discardAll, type OpenTarget, openTargets } from "../open-reports.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { bindingOf } from "./binding.js";
import { caseList, explanation } from "./explain.js";
import { readKnownFailures } from "./known-failures.js";
import { createRunProgress } from "./progress.js";
import type { ConformSettings, RunSettings } from "./settings.js";
import { findSuite } from "./suite-file.js";
import { waitForReceiver } from "./wait-for-receiver.js";

/** Runs a suite and reports the results, or lists or explains its cases. Rejects with an `OipkitError` on failure. */
export async function conform(settings: ConformSettings, terminal: Terminal): Promise<ExitCode> {
  switch (settings.kind) {
    case "list":
      terminal.out(caseList((await findSuite(terminal.cwd, settings.suite)).suite, settings));
      return 0;
    case "explain":
      terminal.out(explanation((await findSuite(terminal.cwd, settings.suite)).suite, settings.id));
      return 0;
    case "run":
      return run(settings, terminal);
  }
}

async function run(settings: RunSettings, terminal: Terminal): Promise<ExitCode> {
  const { cwd, env } = terminal;
  const { url, probeUrl, strict, callbacks, only, skip, concurrency, timeoutMs, maxAnswerBytes } = settings;
  const { suite } = await findSuite(cwd, settings.suite);
  const credentials = readCredentials(env, { empty: "unset", hasToken: suite.protocol.token !== undefined });
  const { knownFailures: file } = settings;
  const knownFailures = file === undefined ? [] : await readKnownFailures({ file, cwd }, suite);
  const application = bindingOf(suite, settings.binding);
  const outputs = openTargets(settings.targets, terminal);
  const progress = createRunProgress(terminal);
  try {
    if (settings.waitMs !== undefined) await wait(settings.waitMs, url, terminal);
    if (probeUrl !== undefined) await assertProbe(probeUrl, timeoutMs, terminal);
    const report = await runSuite({
      suite,
      url,
      probeUrl,
      publicUrl: settings.publicUrl,
      application,
      ...credentials,
      callbacks,
      strict,
      knownFailures,
      only,
      skip,
      concurrency,
      timeoutMs,
      maxAnswerBytes,
      signal: terminal.signal,
      onResult: progress.update,
    });
    progress.clear();
    await write(report, { outputs, allExchanges: settings.allExchanges }, terminal);
    terminal.err(`${printable(report.url)} ${verdictOf(report)}: ${countsOf(report)}\n`);
    return exitCode(report);
  } catch (error) {
    progress.clear();
    discardAll(outputs);
    throw error;
  }
}

function exitCode(report: Report): ExitCode {
  switch (standingOf(report)) {
    case "conforms":
    // Whoever selects cases asks about these cases; the verdict says that they show no more.
    case "partial":
      return 0;
    case "unshown":
      return report.interrupted === true ? 2 : 1;
    case "broken":
      return 1;
  }
}

interface Writing {
  readonly outputs: readonly OpenTarget<ReportFormat>[];
  readonly allExchanges: boolean;
}

async function write(report: Report, { outputs, allExchanges }: Writing, terminal: Terminal): Promise<void> {
  const version = await packageVersion();
  for (const { format, file, output } of outputs) {
    const colour = file === undefined && wantsColour(terminal);
    const exchanges = allExchanges ? "all" : "failed";
    await output.write(formatReport(report, { format, colour, version, exchanges }));
  }
  for (const { output } of outputs) await output.commit();
}

async function wait(waitMs: number, url: string, { now, signal }: Terminal): Promise<void> {
  const http = createHttpSend(now);
  try {
    await waitForReceiver({ url, waitMs, send: http.send, now, signal });
  } finally {
    http.close();
  }
}

/** Fails early if the probe is unreachable; otherwise its cases would be inconclusive for no visible reason. */
async function assertProbe(probeUrl: string, timeoutMs: number, terminal: Terminal): Promise<void> {
  const http = createHttpSend(terminal.now);
  try {
    await probeAt(probeUrl, { send: http.send, timeoutMs }).inbox("oipkit-is-there-a-probe");
  } finally {
    http.close();
  }
}
