import { OipkitError } from "@oipkit/runtime/errors";
import type { TestFramework } from "../describe.js";
import { createHttpSend } from "../exchange/http-send.js";
import { type CaseResult, type Report, weighs } from "../result.js";
import { apiChecks } from "./checks/api-checks.js";
import { loadApiContracts } from "./contract/load-api-contracts.js";
import { readIdentities } from "./request/identity.js";
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
  /** Values of path parameters for which no item can be made. */
  readonly values?: Readonly<Record<string, string>>;
  /** Whether a `should` fails a test, too. Default: no. */
  readonly strict?: boolean;
  /** Ids of cases that may fail. */
  readonly knownFailures?: readonly string[];
  /** Most requests. Default: 20,000. */
  readonly requests?: number;
  /** Longest time of the whole run, in milliseconds. Default: 30,000. */
  readonly durationMs?: number;
  /** What the names of made things depend on. Default: 1. */
  readonly seed?: number;
}

/** A server breaks a rule. */
export class ApiRuleBroken extends OipkitError {
  readonly code = "api-rule-broken";

  constructor(readonly results: readonly CaseResult[]) {
    super(results.map(({ id, reason = "" }) => `${id}: ${reason}`).join("\n"));
  }
}

/**
 * Declares a test for each rule. The first one runs the whole suite, so it needs the time for that. A test fails with `ApiRuleBroken`, which has the
 * failed cases; a rule about which nothing can be said is skipped.
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
      framework.it(`${name}: ${rule}`, async (context) => {
        const own = (await report()).results.filter(({ clause }) => clause === name);
        const broken = own.filter(
          ({ result, level, known }) =>
            result === "failed" && known !== true && weighs(level, options.strict === true),
        );
        if (broken.length > 0) throw new ApiRuleBroken(broken);
        const isTried = own.some(({ result }) => result === "passed" || result === "failed");
        if (!isTried) context.skip(own[0]?.reason ?? "the contract has nothing that it is about");
      });
  });
}

async function testedApi(options: DescribeApiOptions): Promise<Report> {
  const { contracts, auth = [], requests = 20_000, durationMs = 30_000, seed = 1, ...rest } = options;
  const now = (): number => performance.now();
  const http = createHttpSend(now);
  try {
    return await runApi({
      contracts: await loadApiContracts(contracts, process.cwd()),
      contract: contracts.join(" "),
      url: await options.url(),
      identities: readIdentities(auth),
      values: rest.values ?? {},
      limits: { requests, durationMs, perSecond: undefined, timeoutMs: 10_000, maxAnswerBytes: 131_072 },
      seed,
      strict: rest.strict === true,
      knownFailures: rest.knownFailures ?? [],
      send: http.send,
      now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
  } finally {
    http.close();
  }
}
