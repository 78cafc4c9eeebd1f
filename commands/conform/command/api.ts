import { randomInt } from "node:crypto";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { ContractError, hasUnsupportedVersion } from "../../../reader/documents/diagnostic.js";
import { UsageError } from "../../options/option.js";
import { printDiagnostics } from "../../report/print-diagnostics.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { loadApiContracts } from "../api/contract/load-api-contracts.js";
import { identitySecrets } from "../api/request/identity.js";
import { runApi } from "../api/run/run-api.js";
import { createHttpSend } from "../exchange/http-send.js";
import type { Report } from "../result.js";
import { caseFilter } from "../suite/select.js";
import { type ApiSettings, repeatedArguments, seeds } from "./api-options.js";
import { limitHeapGrowth } from "./heap-growth.js";
import { readHooks } from "./hooks-file.js";
import { isRepaired, type ReplayFacts, readEarlierRun, replayText } from "./replay.js";
import { type RunWatch, reportedRun } from "./reported-run.js";
import { runReset } from "./reset-command.js";
import { readKnownIds } from "./suite-file.js";

/** What a run depends on besides its settings; tests give their own. */
interface Chance {
  /** A seed for a run that is given none. */
  readonly randomSeed: () => number;
}

/** Tests a server by the contract of its API and reports the results. Rejects with an `OipkitError` on failure. */
export async function conformApi(
  settings: ApiSettings,
  terminal: Terminal,
  { randomSeed }: Chance = { randomSeed: () => randomInt(seeds) },
): Promise<ExitCode> {
  const contracts = await loaded(settings, terminal);
  if (typeof contracts === "number") return contracts;
  const { strict, only, skip, values, knownFailures: file, answerMs, identities, url } = settings;
  const { expired, headers, reset } = settings;
  const { cwd, env } = terminal;
  const { requests, durationMs, perSecond, timeoutMs, maxAnswerBytes } = settings;
  const knownFailures = file === undefined ? [] : readKnownIds({ file, cwd });
  const issued = expired === undefined ? identities : [...identities, expired];
  for (const secret of issued.flatMap(identitySecrets)) terminal.hide?.(secret);
  const earlier = settings.replay === undefined ? undefined : readEarlierRun(settings.replay, cwd);
  const isSelected = caseFilter({ only, skip });
  const again = earlier?.failed.filter(({ id }) => isSelected(id));
  if (again?.length === 0)
    throw new UsageError(`--replay: --only and --skip select none of the failed cases of ${settings.replay}`);
  const seed = settings.seed ?? earlier?.seed ?? randomSeed();
  if (settings.seed === undefined && earlier === undefined)
    terminal.err(`The seed of this run is ${seed}; --seed ${seed} repeats it.\n`);
  const hooks = settings.hooks === undefined ? undefined : await readHooks(settings.hooks, cwd);
  const http = createHttpSend(terminal.now);
  let done = 0;
  const run = ({ signal, onResult }: RunWatch): Promise<Report> =>
    runApi({
      contracts,
      contract: settings.contracts.join(" "),
      url,
      identities,
      readers: settings.readers,
      isShared: settings.isShared,
      expired,
      headers,
      values,
      limits: { requests, durationMs, perSecond, timeoutMs, maxAnswerBytes },
      answerMs,
      seed,
      strict,
      only: again === undefined ? only : [],
      skip: again === undefined ? skip : [],
      ids: again?.flatMap(({ id, during }) => (during === undefined ? [id] : [id, during])),
      knownFailures,
      hooks,
      arguments: repeatedArguments(settings),
      reset:
        reset === undefined
          ? undefined
          : () => runReset({ command: reset, cwd, env, signal: terminal.signal }),
      send: http.send,
      now: terminal.now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      signal,
      onResult: (result) => {
        done++;
        onResult(result, { done, total: Number.POSITIVE_INFINITY });
      },
    });
  try {
    if (earlier === undefined) return await reportedRun(settings, terminal, run);
    return await replayed({ settings, terminal, run }, { earlier, isSelected });
  } finally {
    http.close();
  }
}

/** How a replay is run. */
interface ReplayRun {
  readonly settings: ApiSettings;
  readonly terminal: Terminal;
  readonly run: (watch: RunWatch) => Promise<Report>;
}

/** Runs the failed cases of an earlier run, and says what became of them in place of the report for the terminal. */
async function replayed({ settings, terminal, run }: ReplayRun, facts: ReplayFacts): Promise<ExitCode> {
  const isForTerminal = ({ format, file }: ApiSettings["targets"][number]): boolean =>
    format === "pretty" && file === undefined;
  const targets = settings.targets.filter((target) => !isForTerminal(target));
  let report: Report | undefined;
  const code = await reportedRun({ ...settings, targets }, terminal, async (watch) => {
    report = await run(watch);
    return report;
  });
  if (report === undefined) return code;
  if (targets.length < settings.targets.length) terminal.out(replayText(facts, report));
  if (report.interrupted === true) return 2;
  return isRepaired(facts, report) ? 0 : 1;
}

/** The contracts; the exit code, and what is wrong is printed, if they can't be used. */
async function loaded(settings: ApiSettings, terminal: Terminal): Promise<Contracts | ExitCode> {
  try {
    return await loadApiContracts(settings.contracts, terminal.cwd, { onRead: limitHeapGrowth });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    terminal.out(printDiagnostics(error.diagnostics));
    terminal.err(`${error.message}\n`);
    return hasUnsupportedVersion(error.diagnostics) ? 2 : 1;
  }
}
