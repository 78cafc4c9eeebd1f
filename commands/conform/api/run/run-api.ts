import { masker } from "../../../../reader/text/mask.js";
import { NoCaseSelected } from "../../errors.js";
import type { Incident } from "../../incident.js";
import type { CaseResult, Report } from "../../result.js";
import { globMatcher } from "../../suite/select.js";
import type { ApiCase, ApiCheck, CheckContext } from "../checks/api-check.js";
import { apiChecks } from "../checks/api-checks.js";
import { apiContract } from "../contract/api-contract.js";
import { apiResources, linkedProducers } from "../contract/api-resources.js";
import { apiReport } from "../report/api-report.js";
import { exchangeRecords, neededExchanges } from "../report/exchange-records.js";
import { identitySecrets } from "../request/identity.js";
import type { ApiRunOptions } from "./api-run-options.js";
import { ApiGone, ApiSession, BudgetSpent } from "./api-session.js";
import { chosenBase } from "./base-url.js";
import { type ApiFinding, ApiUntried, ApiViolation, type TrialExchange } from "./finding.js";
import { Fixtures } from "./fixtures.js";
import { observedResults } from "./observed-results.js";
import { Observer } from "./observer.js";
import { Trial } from "./trial.js";

/** Tests a server by the contract of its API. Rejects with `NoCaseSelected` if the filters match nothing, and with `SubjectUnreachable`. */
export async function runApi(options: ApiRunOptions): Promise<Report> {
  return new ApiRun(options, await chosenBase(options)).report();
}

/** What came of one case. */
type Outcome =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly finding: ApiFinding }
  | { readonly kind: "untried"; readonly reason: string };

class ApiRun {
  readonly #contract;
  readonly #session: ApiSession;
  readonly #observer: Observer;
  readonly #context: CheckContext;
  readonly #masked;
  readonly #results: CaseResult[] = [];
  readonly #incidents: Incident[] = [];
  readonly #matches: (id: string) => boolean;
  /** Cases that there were, selected or not. */
  #all = 0;
  /** Failures whose requests are kept. */
  #detailed = 0;
  /** Whether the rest of the run is left out. */
  #isOver = false;

  constructor(
    readonly options: ApiRunOptions,
    readonly baseUrl: string,
  ) {
    const { contracts, identities, limits, send, now, sleep, signal, seed, values = {}, answerMs } = options;
    const contract = apiContract(contracts);
    const resources = apiResources({ contract, producers: linkedProducers(contract) });
    this.#contract = contract;
    this.#session = new ApiSession({
      contract,
      resources,
      baseUrl,
      identities,
      isShared: options.isShared === true,
      readers: options.readers ?? [],
      limits,
      send,
      now,
      sleep,
      signal,
      seed,
    });
    this.#observer = new Observer(contract, (exchanges) => this.#records(exchanges), answerMs);
    this.#context = { contract, session: this.#session, fixtures: new Fixtures(this.#session, values) };
    this.#masked = masker(identities.flatMap(identitySecrets));
    this.#matches = selection(options);
  }

  async report(): Promise<Report> {
    const startedAt = Date.now();
    const { now, contract } = this.options;
    const started = now();
    await this.#runChecks();
    const observed = observedResults(this.#observer);
    const seen = observed.filter(({ id }) => this.#matches(id));
    const results = [...seen, ...this.#results].map((result) => this.#known(result));
    if (results.length === 0)
      throw new NoCaseSelected([...(this.options.only ?? []), ...(this.options.skip ?? [])]);
    return apiReport({
      options: this.options,
      url: this.baseUrl,
      contract,
      startedAt,
      durationMs: now() - started,
      session: this.#session,
      observer: this.#observer,
      operations: this.#contract.operations,
      results,
      all: observed.length + this.#all,
      incidents: this.#incidents,
    });
  }

  /** A part of each check in turn, so that a large API isn't asked one kind of question alone until its budget is used up. */
  async #runChecks(): Promise<void> {
    // Preparations belong to no case.
    const trial = new Trial(this.#session, this.#observer);
    let open = apiChecks.map((check) => ({ check, cases: casesIn(check, this.#context, trial) }));
    while (open.length > 0 && !this.#isOver) {
      const left: typeof open = [];
      for (const each of open) if (!this.#isOver && (await this.#runPart(each))) left.push(each);
      open = left;
    }
  }

  /** Whether there are further cases. */
  async #runPart({ check, cases }: OpenCheck): Promise<boolean> {
    try {
      for (let count = 0; count < casesAtOnce; count++) {
        const next = await cases.next();
        if (next.done === true) return false;
        this.#all++;
        if (this.#matches(next.value.id)) await this.#runCase(check, next.value);
        if (this.#isOver) return false;
      }
      return true;
    } catch (error) {
      this.#end(error, check.name);
      return false;
    }
  }

  async #runCase(check: ApiCheck, testCase: ApiCase): Promise<void> {
    const started = this.options.now();
    const trial = new Trial(this.#session, this.#observer);
    try {
      const outcome = await this.#tried(testCase, trial, this.#context);
      const confirmed =
        outcome.kind === "failed"
          ? await this.#confirmed(testCase, trial, outcome.finding)
          : { outcome, exchanges: trial.exchanges };
      const durationMs = this.options.now() - started;
      this.#add(
        caseResult(check, testCase, {
          ...confirmed,
          durationMs,
          records: (list, finding) => this.#records(list, finding),
        }),
      );
    } catch (error) {
      this.#end(error, testCase.id);
    }
  }

  async #tried(testCase: ApiCase, trial: Trial, context: CheckContext): Promise<Outcome> {
    try {
      await testCase.run(trial, context);
      return { kind: "passed" };
    } catch (error) {
      if (error instanceof ApiViolation) return { kind: "failed", finding: error.finding };
      if (error instanceof ApiUntried) return { kind: "untried", reason: error.message };
      throw error;
    }
  }

  /** The same case alone, with items of its own: its requests are then all that it takes to see the failure. */
  async #confirmed(
    testCase: ApiCase,
    first: Trial,
    finding: ApiFinding,
  ): Promise<{ readonly outcome: Outcome; readonly exchanges: readonly TrialExchange[] }> {
    const fixtures = new Fixtures(this.#session, this.options.values, this.#context.fixtures.learned);
    const again = new Trial(this.#session, this.#observer);
    const outcome = await this.#tried(testCase, again, { ...this.#context, fixtures });
    if (outcome.kind === "failed") return { outcome, exchanges: again.exchanges };
    const reason = `${finding.reason}; not when the case was repeated alone`;
    return {
      outcome: { kind: "failed", finding: { ...finding, reason, level: "should" } },
      exchanges: first.exchanges,
    };
  }

  #records(exchanges: readonly TrialExchange[], finding?: ApiFinding): CaseResult["exchanges"] {
    const needed = neededExchanges(exchanges, finding);
    return exchangeRecords(++this.#detailed > mostDetailed ? needed.slice(-1) : needed, this.#masked);
  }

  #add(result: CaseResult): void {
    this.#results.push(result);
    this.options.onResult?.(result, this.#session.requests);
  }

  #known(result: CaseResult): CaseResult {
    const { reason, actual, ...rest } = result;
    const masked = {
      ...rest,
      ...(reason !== undefined && { reason: this.#masked(reason) }),
      ...(actual !== undefined && { actual }),
    };
    if (this.options.knownFailures?.includes(result.id) !== true) return masked;
    return { ...masked, known: true };
  }

  #end(error: unknown, where: string): void {
    this.#isOver = true;
    if (error instanceof BudgetSpent) {
      if (this.options.signal?.aborted === true) return;
      const { requests } = this.#session;
      this.#incidents.push({
        kind: "budget",
        seen: `the budget was used up by ${requests} requests at ${where}; the cases after it were not run`,
        advice: "--budget TIME and --requests N give the run more, --only and --skip choose cases.",
        cases: [where],
        lost: 1,
      });
    } else if (error instanceof ApiGone)
      this.#incidents.push({
        kind: "gone",
        seen: `the server is gone after ${where}`,
        advice: "It accepts no connection any more; the case that it happened in is the likeliest cause.",
        cases: [where],
        lost: 1,
      });
    else throw error;
  }
}

/** Cases of one check that are run before those of the next one: more than a check of a small API has. */
const casesAtOnce = 100;

/** A check, and its cases that are left. */
interface OpenCheck {
  readonly check: ApiCheck;
  readonly cases: AsyncGenerator<ApiCase>;
}

async function* casesIn(check: ApiCheck, context: CheckContext, trial: Trial): AsyncGenerator<ApiCase> {
  yield* check.cases(context, trial);
}

/** Failures whose requests are all kept; of later ones, only the last request is, so that the report stays small. */
const mostDetailed = 300;

interface Settled {
  readonly outcome: Outcome;
  readonly exchanges: readonly TrialExchange[];
  readonly durationMs: number;
  readonly records: (exchanges: readonly TrialExchange[], finding: ApiFinding) => CaseResult["exchanges"];
}

function caseResult(
  { name, rule }: ApiCheck,
  { id, level }: ApiCase,
  { outcome, exchanges, durationMs, records }: Settled,
): CaseResult {
  const head = { id, clause: name, level, why: rule, durationMs: Math.round(durationMs) };
  switch (outcome.kind) {
    case "passed":
      return { ...head, result: "passed", exchanges: [] };
    case "untried":
      return { ...head, result: "inconclusive", reason: outcome.reason, exchanges: [] };
    case "failed": {
      const { level: own = level, ...finding } = outcome.finding;
      return {
        ...head,
        ...finding,
        level: own,
        result: "failed",
        exchanges: records(exchanges, outcome.finding),
      };
    }
  }
}

function selection({ only = [], skip = [] }: ApiRunOptions): (id: string) => boolean {
  const wanted = only.map(globMatcher);
  const unwanted = skip.map(globMatcher);
  return (id) =>
    (wanted.length === 0 || wanted.some((matches) => matches(id))) &&
    !unwanted.some((matches) => matches(id));
}
