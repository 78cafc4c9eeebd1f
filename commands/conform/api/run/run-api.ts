import { masker } from "../../../../reader/text/mask.js";
import { NoCaseSelected } from "../../errors.js";
import type { Incident } from "../../incident.js";
import type { CaseResult, Report } from "../../result.js";
import { maskedResult } from "../../run/mask.js";
import { caseFilter } from "../../suite/select.js";
import type { ApiCase, ApiCheck, CheckContext } from "../checks/api-check.js";
import { apiChecks } from "../checks/api-checks.js";
import { apiContract } from "../contract/api-contract.js";
import { apiResources, linkedProducers } from "../contract/api-resources.js";
import { withProducers } from "../hooks/producers.js";
import { apiReport } from "../report/api-report.js";
import { clientCalls } from "../report/client-calls.js";
import { exchangeRecords, neededExchanges } from "../report/exchange-records.js";
import { typescriptSequence } from "../report/typescript-sequence.js";
import { identitySecrets } from "../request/identity.js";
import type { ApiRunOptions } from "./api-run-options.js";
import { ApiGone, ApiSession, BudgetSpent } from "./api-session.js";
import { chosenBase } from "./base-url.js";
import { caseResult, type FailedCase, type Outcome, type SettledCase } from "./case-result.js";
import {
  type ApiFinding,
  ApiUntried,
  ApiViolation,
  type RecordedRequests,
  type TrialExchange,
} from "./finding.js";
import { Fixtures } from "./fixtures.js";
import { GivenValues } from "./given-values.js";
import { observedResults } from "./observed-results.js";
import { Observer } from "./observer.js";
import { shortenedExchange } from "./shortened-exchange.js";
import { Trial } from "./trial.js";

/** Tests a server by the contract of its API. Rejects with `NoCaseSelected` if the filters match nothing, and with `SubjectUnreachable`. */
export async function runApi(options: ApiRunOptions): Promise<Report> {
  await options.reset?.();
  return new ApiRun(options, await chosenBase(options)).report();
}

class ApiRun {
  readonly #contract;
  readonly #findCall;
  readonly #session: ApiSession;
  readonly #observer: Observer;
  readonly #context: CheckContext;
  readonly #masked;
  readonly #results: CaseResult[] = [];
  /** Cases that failed, and are repeated after the others. */
  readonly #unconfirmed: FailedCase[] = [];
  readonly #incidents: Incident[] = [];
  readonly #matches: (id: string) => boolean;
  /** Cases that there were, selected or not. */
  #all = 0;
  /** Failures whose requests are kept. */
  #detailed = 0;
  #requestsToFirstFinding: number | undefined;
  /** Whether the rest of the run is left out. */
  #isOver = false;

  constructor(
    readonly options: ApiRunOptions,
    readonly baseUrl: string,
  ) {
    const { contracts, identities, limits, send, now, sleep, signal, seed, values = {}, answerMs } = options;
    const { expired, headers, hooks = {} } = options;
    const contract = apiContract(contracts);
    const found = apiResources({ contract, producers: linkedProducers(contract) });
    const resources = withProducers(found, contract, hooks);
    this.#contract = contract;
    this.#findCall = clientCalls(contracts);
    this.#session = new ApiSession({
      contract,
      resources,
      baseUrl,
      identities,
      isShared: options.isShared === true,
      readers: options.readers ?? [],
      expired,
      given: new GivenValues({ contract, headers, hooks }),
      limits,
      send,
      now,
      sleep,
      signal,
      seed,
    });
    this.#observer = new Observer(contract, (exchanges) => this.#records(exchanges), answerMs);
    this.#context = { contract, session: this.#session, fixtures: new Fixtures(this.#session, values) };
    const issued = expired === undefined ? identities : [...identities, expired];
    this.#masked = masker(issued.flatMap(identitySecrets));
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
      throw new NoCaseSelected(
        [this.options.only, this.options.skip, this.options.ids].flatMap((filters) => filters ?? []),
      );
    return apiReport({
      options: this.options,
      url: this.baseUrl,
      contract,
      startedAt,
      durationMs: now() - started,
      session: this.#session,
      requestsToFirstFinding: this.#requestsToFirstFinding,
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
    for (const failed of this.#unconfirmed) await this.#confirm(failed);
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
    const trial = new Trial(this.#session, this.#observer, testCase.id);
    try {
      const outcome = await this.#tried(testCase, trial, this.#context);
      const durationMs = this.options.now() - started;
      const settled = { check, testCase, outcome, exchanges: trial.exchanges, durationMs };
      if (outcome.kind !== "failed") this.#add(this.#settle(settled));
      // Other cases rely on what a reset would delete.
      else if (this.options.reset !== undefined)
        this.#unconfirmed.push({ ...settled, exchanges: trial.exchanges.map(shortenedExchange), outcome });
      else await this.#confirm({ ...settled, outcome });
    } catch (error) {
      this.#end(error, testCase.id);
    }
  }

  /** The result of a failed case, after it was repeated alone. */
  async #confirm(failed: FailedCase): Promise<void> {
    try {
      if (!this.#session.hasBudget) throw new BudgetSpent("there is no budget to repeat the case");
      await this.options.reset?.();
      this.#add(this.#settle(await this.#repeated(failed)));
    } catch (error) {
      if (!(error instanceof BudgetSpent || error instanceof ApiGone)) throw error;
      const { finding } = failed.outcome;
      const reason = `${finding.reason}; the case wasn't repeated alone, since the run was over`;
      this.#add(this.#settle({ ...failed, outcome: { kind: "failed", finding: { ...finding, reason } } }));
      const isLast = error instanceof BudgetSpent && this.options.reset !== undefined;
      if (!this.#isOver && !isLast) this.#end(error, failed.testCase.id);
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
  async #repeated(failed: FailedCase): Promise<SettledCase> {
    const { testCase, outcome: first } = failed;
    for (let repetition = 0; repetition < mostRepetitions; repetition++) {
      const fixtures = new Fixtures(this.#session, this.options.values, this.#context.fixtures.learned);
      const again = new Trial(this.#session, this.#observer, testCase.id);
      const outcome = await this.#tried(testCase, again, { ...this.#context, fixtures });
      if (outcome.kind === "failed") return { ...failed, outcome, exchanges: again.exchanges };
    }
    if (first.finding.isCertain === true) return failed;
    if (failed.check.isRepeatable === true)
      return { ...failed, outcome: { kind: "untried", reason: "needs a failure that happens again" } };
    const reason = `${first.finding.reason}; not when the case was repeated alone`;
    return { ...failed, outcome: { kind: "failed", finding: { ...first.finding, reason, level: "should" } } };
  }

  #settle(settled: SettledCase): CaseResult {
    return caseResult(settled, (exchanges, finding) => this.#records(exchanges, finding));
  }

  #records(exchanges: readonly TrialExchange[], finding?: ApiFinding): RecordedRequests {
    this.#requestsToFirstFinding ??= this.#session.requests;
    const needed = neededExchanges(exchanges, finding);
    const first = this.#session.identity?.name;
    const masked = this.#masked;
    if (++this.#detailed > mostDetailed)
      return { exchanges: exchangeRecords(needed.slice(-1), { masked, first }) };
    const typescript = typescriptSequence(needed, {
      baseUrl: this.baseUrl,
      findCall: this.#findCall,
      masked,
      first,
      sent: this.options.headers ?? [],
    });
    return {
      exchanges: exchangeRecords(needed, { masked, first }),
      ...(typescript !== undefined && { typescript }),
    };
  }

  #add(result: CaseResult): void {
    this.#results.push(result);
    this.options.onResult?.(result, this.#session.requests);
  }

  #known(result: CaseResult): CaseResult {
    const masked = maskedResult(result, this.#masked);
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

/** Times that a failed case is repeated until it fails again: some faults depend on how many items there are. */
const mostRepetitions = 2;

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

function selection({ only = [], skip = [], ids }: ApiRunOptions): (id: string) => boolean {
  const wanted = ids === undefined ? undefined : new Set(ids);
  const isSelected = caseFilter({ only, skip });
  return (id) => wanted?.has(id) !== false && isSelected(id);
}
