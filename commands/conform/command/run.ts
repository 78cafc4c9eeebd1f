import { printable } from "../../../reader/text/printable.js";
import { readCredentials } from "../../options/credentials-file.js";
import { discardAll, openTargets } from "../../report/open-reports.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { createHttpSend } from "../exchange/http-send.js";
import { probeAt } from "../exchange/probe.js";
import { countsOf, verdictOf } from "../report/verdict.js";
import { runSuite } from "../run/run.js";
import { casesOf } from "../suite/cases.js";
import type { Clause } from "../suite/suite.js";
import { bindingOf } from "./binding.js";
import { withCasesOf } from "./cases-file.js";
import { caseList, type ExplainedCase, explanation } from "./explain.js";
import { readKnownFailures } from "./known-failures.js";
import { createRunProgress } from "./progress.js";
import type { ConformSettings, RunSettings } from "./settings.js";
import { findSenderSuite, findSuite } from "./suite-file.js";
import { waitForReceiver } from "./wait-for-receiver.js";
import { exitCode, writeReport } from "./write-report.js";

/** Runs a suite and reports the results, or lists or explains its cases. Rejects with an `OipkitError` on failure. */
export async function conform(settings: ConformSettings, terminal: Terminal): Promise<ExitCode> {
  switch (settings.kind) {
    case "list":
      terminal.out(caseList((await shownSuite(settings, terminal, settings.sender)).cases, settings));
      return 0;
    case "explain": {
      const { cases, clauses } = await shownSuite(settings, terminal, settings.id.startsWith("sender/"));
      terminal.out(explanation(cases, clauses, settings.id));
      return 0;
    }
    case "run":
      return run(settings, terminal);
    case "sender":
      return (await import("./sender.js")).conformSender(settings, terminal);
  }
}

interface ShownSuite {
  readonly cases: readonly ExplainedCase[];
  readonly clauses: readonly Clause[];
}

async function shownSuite(
  { suite: given }: { readonly suite: string | undefined },
  { cwd }: Terminal,
  sender: boolean,
): Promise<ShownSuite> {
  if (sender) {
    const { senderCases, clauses = [] } = await findSenderSuite(cwd, given);
    return { cases: senderCases, clauses };
  }
  const { suite } = await findSuite(cwd, given);
  return { cases: casesOf(suite), clauses: suite.clauses ?? [] };
}

async function run(settings: RunSettings, terminal: Terminal): Promise<ExitCode> {
  const { cwd, env } = terminal;
  const { url, probeUrl, strict, callbacks, only, skip, concurrency, timeoutMs, maxAnswerBytes } = settings;
  const found = await findSuite(cwd, settings.suite);
  const { cases: file } = settings;
  const suite = file === undefined ? found.suite : withCasesOf({ file, cwd }, found.suite);
  const credentials = readCredentials(env, { empty: "unset", hasToken: suite.protocol.token !== undefined });
  const { knownFailures: listed } = settings;
  const knownFailures =
    listed === undefined ? [] : await readKnownFailures({ file: listed, cwd }, casesOf(suite));
  const application = bindingOf(suite, settings.binding);
  const outputs = await openTargets(settings.targets, terminal);
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
    await writeReport(report, { outputs, allExchanges: settings.allExchanges }, terminal);
    terminal.err(`${printable(report.url)} ${verdictOf(report)}: ${countsOf(report)}\n`);
    return exitCode(report);
  } catch (error) {
    progress.clear();
    discardAll(outputs);
    throw error;
  }
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
