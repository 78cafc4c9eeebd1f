import { didYouMean } from "@oipkit/runtime/nearest-names";
import { json } from "../../../reader/text/json.js";
import { printable } from "../../../reader/text/printable.js";
import { readCredentials } from "../../options/credentials-file.js";
import { UsageError } from "../../options/option.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { createHttpSend } from "../exchange/http-send.js";
import { type ProbeHandlers, probeAt } from "../exchange/probe.js";
import { runSuite } from "../run/run.js";
import { describeNeed } from "../subject.js";
import { expandCases, globMatcher, selectCases } from "../suite/select.js";
import type { Case, Clause } from "../suite/suite.js";
import type { VerifierGroup } from "../verifier/verifier-vectors.js";
import { applicationBinding } from "./binding.js";
import { effectsText } from "./effects.js";
import type { ConformSettings, SuiteSettings } from "./options.js";
import { waitForReceiver } from "./receiver-address.js";
import { reportedRun } from "./reported-run.js";
import {
  findSenderSuite,
  findSuite,
  findVerifierVectors,
  readKnownFailures,
  withCasesOfFile,
} from "./suite-file.js";

/** Runs a suite and reports the results, or lists or explains its cases. Rejects with an `OipkitError` on failure. */
export async function conform(settings: ConformSettings, terminal: Terminal): Promise<ExitCode> {
  switch (settings.kind) {
    case "list":
      terminal.out(caseList((await shownSuite(settings, terminal)).cases, settings));
      return 0;
    case "explain": {
      const { cases, clauses } = await shownSuite(settings, terminal);
      terminal.out(explanation(cases, clauses, settings.id));
      return 0;
    }
    case "run":
      return run(settings, terminal);
    case "sender":
      return (await import("./sender.js")).conformSender(settings, terminal);
    case "api":
      return (await import("./api.js")).conformApi(settings, terminal);
    case "library":
      return (await import("./library.js")).conformLibrary(settings, terminal);
  }
}

/** What is listed or explained. */
interface ShownSuite {
  readonly cases: readonly ExplainedCase[];
  readonly clauses: readonly Clause[];
}

async function shownSuite(
  { suite: given, subject }: Extract<ConformSettings, { kind: "list" | "explain" }>,
  { cwd }: Terminal,
): Promise<ShownSuite> {
  if (subject === "library") {
    const { groups } = await findVerifierVectors(cwd, given);
    return { cases: groups.flatMap(vectorCases), clauses: [] };
  }
  if (subject === "sender") {
    const { senderCases, clauses = [] } = await findSenderSuite(cwd, given);
    return { cases: senderCases, clauses };
  }
  const { suite } = await findSuite(cwd, given);
  return { cases: expandCases(suite), clauses: suite.clauses ?? [] };
}

function vectorCases({ clause, vectors }: VerifierGroup): readonly ExplainedCase[] {
  return vectors.map(({ id, level, why, ...request }) => ({ id, level, why, clause, steps: [request] }));
}

async function run(settings: SuiteSettings, terminal: Terminal): Promise<ExitCode> {
  const { cwd, env } = terminal;
  const { url, probeUrl, strict, callbacks, slow, only, skip, concurrency, timeoutMs, maxAnswerBytes } =
    settings;
  const found = await findSuite(cwd, settings.suite);
  const { cases: file } = settings;
  const suite = file === undefined ? found.suite : withCasesOfFile({ file, cwd }, found.suite);
  const credentials = readCredentials(env, { empty: "unset", hasToken: suite.protocol.token !== undefined });
  const { knownFailures: listed } = settings;
  const knownFailures =
    listed === undefined ? [] : await readKnownFailures({ file: listed, cwd }, expandCases(suite));
  const application = applicationBinding(suite, settings.binding);
  return reportedRun(settings, terminal, async (watch) => {
    if (settings.waitMs !== undefined) await wait(settings.waitMs, url, terminal);
    if (probeUrl !== undefined) {
      const handlers = await assertProbe(probeUrl, timeoutMs, terminal);
      terminal.err(effectsText(handlers?.mode, selectCases(expandCases(suite), settings)));
    }
    return runSuite({
      suite,
      url,
      probeUrl,
      publicUrl: settings.publicUrl,
      application,
      ...credentials,
      callbacks,
      slow,
      strict,
      knownFailures,
      only,
      skip,
      concurrency,
      timeoutMs,
      returnMs: settings.waitMs,
      budgetMs: settings.budgetMs,
      maxAnswerBytes,
      ...watch,
    });
  });
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
async function assertProbe(
  probeUrl: string,
  timeoutMs: number,
  terminal: Terminal,
): Promise<ProbeHandlers | undefined> {
  const http = createHttpSend(terminal.now);
  try {
    const probe = probeAt(probeUrl, { send: http.send, timeoutMs });
    await probe.inbox("oipkit-is-there-a-probe");
    // Probes that are older, or not ours, may answer anything.
    return await probe.handlers().catch(() => undefined);
  } finally {
    http.close();
  }
}

/** Globs that match case ids. */
interface ListFilters {
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

/** What is shown of a case, for receivers or for senders. */
type ExplainedCase = Pick<Case, "id" | "clause" | "level" | "why" | "cause" | "needs"> & {
  readonly steps: readonly unknown[];
};

/** Each case with its level, clause and reason, one per line. Throws `NoCaseSelected`. */
function caseList(cases: readonly ExplainedCase[], filters: ListFilters): string {
  return selectCases(cases, filters)
    .map(({ id, level, clause, why }) => `${printable(`${id}  ${level}  ${clause}  ${why}`)}\n`)
    .join("");
}

/** What a case does and which rules of the documentation it tests. Throws `UsageError` for an unknown id. */
function explanation(cases: readonly ExplainedCase[], clauses: readonly Clause[], id: string): string {
  const found = cases.find((each) => each.id === id);
  if (found === undefined) {
    const ids = cases.map((each) => each.id);
    const hint = didYouMean(id, ids) || "; `oipkit conform --list` lists them";
    throw new UsageError(`there is no case \`${id}\`${hint}`);
  }
  const { clause, level, why, cause, needs = [], steps } = found;
  const rules = clauses.filter(({ positive = [], negative = [] }) =>
    [...positive, ...negative].some((glob) => globMatcher(glob)(id)),
  );
  const lines = [
    printable(`${id}  (${clause}, ${level})`),
    "",
    printable(why),
    ...rules.map(({ section, text }) => printable(`${section}: ${text}`)),
  ];
  if (cause !== undefined) lines.push("", printable(`If this fails: ${cause}`));
  if (needs.length !== 0) lines.push("", `Needs ${needs.map(describeNeed).join(", ")}.`);
  lines.push("", ...steps.map((step, at) => `Step ${at + 1}: ${json(step, 2)}`), "");
  return lines.join("\n");
}
