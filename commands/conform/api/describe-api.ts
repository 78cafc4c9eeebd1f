import { randomInt } from "node:crypto";
import { OipkitError } from "@oipkit/runtime/errors";
import { KnownFailurePassed, type TestContext, type TestFramework } from "../describe.js";
import { createHttpSend } from "../exchange/http-send.js";
import { verdictText } from "../report/verdict.js";
import { type CaseResult, type Report, weighs } from "../result.js";
import { apiChecks } from "./checks/api-checks.js";
import { loadApiContracts } from "./contract/load-api-contracts.js";
import type { ApiHooks } from "./hooks/api-hooks.js";
import { readExpired, readIdentities, readSentHeader } from "./request/identity.js";
import { apiAnswerBytes } from "./run/api-session.js";
import { observedRules } from "./run/observed-results.js";
import { runApi } from "./run/run-api.js";

/** The server of an API, and how it is tested from a test framework. */
export interface DescribeApiOptions {
  /** Paths of OpenAPI documents, relative to the working directory. */
  readonly contracts: readonly string[];
  /** The server's address; requested once, when the first test runs. */
  readonly url: () => string | Promise<string>;
  /** Credentials, such as `alice=Authorization: Bearer TOKEN`. Default: none. */
  readonly auth?: readonly string[];
  /** A credential that must be refused, such as `Authorization: Bearer OLD`. Default: that isn't tested. */
  readonly expired?: string;
  /** Headers of all requests, such as `X-Tenant: acme`. Default: none. */
  readonly headers?: readonly string[];
  /** Values of path parameters for which no item can be made. */
  readonly values?: Readonly<Record<string, string>>;
  /** Signs requests, gives values, or says which operations make items. Default: none. */
  readonly hooks?: ApiHooks;
  /** Brings the server into its first state: before the run, and before a failed case is repeated alone. Default: it keeps what it has. */
  readonly reset?: () => Promise<void>;
  /** Whether a `should` fails a test, too. Default: no. */
  readonly strict?: boolean;
  /** Ids of cases that may fail. */
  readonly knownFailures?: readonly string[];
  /** Most requests. Default: 20,000. */
  readonly requests?: number;
  /** Longest time of the whole run, in milliseconds. Default: 30,000. */
  readonly durationMs?: number;
  /** What the names of made things depend on. Default: random, so that runs against one server make different names; failures tell it. */
  readonly seed?: number;
}

/** A server breaks a rule. */
export class ApiRuleBroken extends OipkitError {
  readonly code = "api-rule-broken";

  constructor(
    readonly results: readonly CaseResult[],
    /** Of the run; `describeApi` takes it. */
    readonly seed: number,
  ) {
    const lines = results.map(({ id, reason = "" }) => `${id}: ${reason}`);
    super([...lines, `seed ${seed}`].join("\n"));
  }
}

/** The verdict of the whole run: the server doesn't conform, or isn't shown to. */
export class ApiNotShown extends OipkitError {
  readonly code = "api-not-shown";
}

/**
 * Declares a test for each rule, and one for the verdict of the whole run, which is that of `oipkit conform --api`. The first one runs the whole
 * suite, so it needs the time for that. A test fails with `ApiRuleBroken`, which has the failed cases, or with `KnownFailurePassed`; a rule about
 * which nothing can be said is skipped, with the reason. The last test fails with `ApiNotShown` if the server doesn't conform, or if the run
 * shows too little, such as when it refuses everything.
 */
export function describeApi(framework: TestFramework, options: DescribeApiOptions): void {
  let running: Promise<Report> | undefined;
  const report = (): Promise<Report> => {
    running ??= testedApi(options);
    return running;
  };
  const rules = [
    ...Object.entries(observedRules),
    ...apiChecks.map(({ name, rule }) => [name, rule] as const),
  ];
  framework.describe(options.contracts.join(" "), () => {
    for (const [name, rule] of rules)
      framework.it(`${name}: ${rule}`, async (context) => settle(name, await report(), context));
    framework.it("is shown to conform", async () => {
      const whole = await report();
      if (!whole.conforms) throw new ApiNotShown(`the server ${verdictText(whole)}`);
    });
  });
}

/** Ends the test of a rule as its cases did. */
function settle(name: string, { results, strict, subject, coverage }: Report, context: TestContext): void {
  const own = results.filter(({ clause }) => clause === name);
  const broken = own.filter(
    ({ result, level, known }) => result === "failed" && known !== true && weighs(level, strict),
  );
  if (broken.length > 0) throw new ApiRuleBroken(broken, subject.kind === "api" ? subject.seed : 0);
  const fixed = own.find(({ result, known }) => result === "passed" && known === true);
  if (fixed !== undefined) throw new KnownFailurePassed(fixed.id);
  const clause = coverage.clauses.find(({ id }) => id === name);
  if (clause?.state === "untried") context.skip(clause.note);
}

async function testedApi(options: DescribeApiOptions): Promise<Report> {
  const {
    contracts,
    auth = [],
    requests = 20_000,
    durationMs = 30_000,
    seed = randomInt(2 ** 20),
    ...rest
  } = options;
  const now = (): number => performance.now();
  const http = createHttpSend(now);
  try {
    return await runApi({
      contracts: await loadApiContracts(contracts, process.cwd()),
      contract: contracts.join(" "),
      url: await options.url(),
      identities: readIdentities(auth),
      expired: rest.expired === undefined ? undefined : readExpired(rest.expired),
      headers: (rest.headers ?? []).map(readSentHeader),
      values: rest.values ?? {},
      limits: {
        requests,
        durationMs,
        perSecond: undefined,
        timeoutMs: 10_000,
        maxAnswerBytes: apiAnswerBytes,
      },
      seed,
      strict: rest.strict === true,
      knownFailures: rest.knownFailures ?? [],
      hooks: rest.hooks,
      reset: rest.reset,
      send: http.send,
      now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
  } finally {
    http.close();
  }
}
