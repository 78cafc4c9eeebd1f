import type { CommandLine } from "../../options/command-line.js";
import { flag, parsed, text, texts, UsageError, type Values, wholeNumber } from "../../options/option.js";
import type { ReportTarget } from "../../report/report-targets.js";
import { type ApiIdentity, readExpired, readIdentities, readSentHeader } from "../api/request/identity.js";
import { apiAnswerBytes } from "../api/run/api-session.js";
import type { ReportFormat } from "../report/formats.js";
import { receiverAddress } from "./receiver-address.js";

const group = "APIs";

/** As many seeds as there are: each has 4096 numbers of its own for names. */
export const seeds = 2 ** 20;

/** The options of a run against the server of an API. */
export const apiOptions = {
  api: parsed(
    {
      value: "URL",
      description:
        "test the server of an API instead, by the OpenAPI document that is given in place of a receiver's URL",
      details: "[conform-api.md](conform-api.md) describes the checks.",
      group,
    },
    (given, flag) => receiverAddress(flag, given),
  ),
  auth: texts({
    value: "WHO=HEADER",
    description: "a credential of an identity, such as `'alice=Authorization: Bearer TOKEN'`",
    details:
      "`alice=query:api_key=VALUE` is one in the query, `alice=basic:USER:PASSWORD` one of HTTP Basic, and `'alice=Cookie: session=VALUE'` a cookie. The first identity calls; a second one, of another tenant, must not reach what the first one made. `--shared` says that it may.",
    otherwise: "no credentials",
    group,
  }),
  reader: texts({
    value: "WHO",
    description: "an identity of --auth that may only read; everything else is refused to it",
    otherwise: "all may write",
    group,
  }),
  shared: flag({
    description: "all identities may change the same items, as users of one tenant do",
    group,
  }),
  expired: text({
    value: "HEADER",
    description:
      "a credential that was valid once, such as `'Authorization: Bearer OLD'`; it must be refused. Written as in `--auth`, without a name",
    otherwise: "not checked",
    group,
  }),
  header: texts({
    value: "HEADER",
    description: "a header of all requests, such as `'X-Tenant: acme'`",
    details:
      "It isn't a credential, so reports show it. If the contract declares it, it is the value of that parameter.",
    otherwise: "none",
    group,
  }),
  value: texts({
    value: "NAME=VALUE",
    description: "the value of a path parameter for which the run can't make an item, such as `accountId=42`",
    otherwise: "made by the operations of the API",
    group,
  }),
  "allow-host": text({
    value: "HOST",
    description:
      "the host of --api, if it isn't this machine: the run makes, changes and deletes things there",
    otherwise: "only this machine",
    group,
  }),
  replay: text({
    value: "FILE",
    description:
      "run the failed cases of an earlier run again, by its JSON report, with its seed, and say which are repaired",
    details: "Exits with 0 if all are. With `--only` and `--skip`, some of them.",
    group,
  }),
  hooks: text({
    value: "FILE",
    description:
      "a TypeScript or JavaScript module whose default export signs requests, gives values, or says which operations make items",
    details: "[conform-api.md](conform-api.md#hooks) has an example.",
    group,
  }),
  reset: text({
    value: "COMMAND",
    description:
      "a command of the shell that brings the server into its first state, such as `./reset-database.sh`",
    details:
      "It is run before the run, and before a failed case is repeated alone, which then happens after all others. When it ends, the server must be ready. It has a minute; if it fails, the run ends with exit code 2.",
    otherwise: "the server keeps what it has",
    group,
  }),
  requests: wholeNumber({ value: "N", description: "most requests of the run", otherwise: "`20000`", group }),
  rate: wholeNumber({
    value: "N",
    max: 100_000,
    description: "most requests in a second",
    otherwise: "no limit on this machine, `20` elsewhere",
    group,
  }),
  "max-response-time": wholeNumber({
    value: "MS",
    description: "an answer that takes longer is a finding",
    otherwise: "not checked",
    group,
  }),
  seed: wholeNumber({
    value: "N",
    min: 0,
    max: seeds - 1,
    description: "what the names of made things depend on; a run of the same seed sends the same names",
    details: "The reports and the first line on standard error have it.",
    otherwise: "random, so that runs against one server make different names",
    group,
  }),
};

/** Settings of a run against the server of an API. */
export interface ApiSettings {
  readonly contracts: readonly string[];
  readonly url: string;
  readonly identities: readonly ApiIdentity[];
  /** Names of identities that may only read. */
  readonly readers: readonly string[];
  readonly isShared: boolean;
  readonly expired: ApiIdentity | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly values: Readonly<Record<string, string>>;
  readonly requests: number;
  readonly perSecond: number | undefined;
  readonly durationMs: number;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly answerMs: number | undefined;
  /** A JSON report. */
  readonly replay: string | undefined;
  /** A module. */
  readonly hooks: string | undefined;
  /** A command of the shell. */
  readonly reset: string | undefined;
  /** Random if absent. */
  readonly seed: number | undefined;
  readonly strict: boolean;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly knownFailures: string | undefined;
  readonly allExchanges: boolean;
  readonly targets: readonly ReportTarget<ReportFormat>[];
}

/** What a run against an API shares with others. */
interface SharedSettings
  extends Pick<ApiSettings, "strict" | "only" | "skip" | "knownFailures" | "allExchanges" | "targets"> {
  readonly contracts: readonly string[];
  readonly timeoutMs: number;
  readonly budgetMs: number | undefined;
  readonly maxAnswerBytes: number;
}

const defaultRequests = 20_000;
const defaultDurationMs = 30_000;
const remoteRate = 20;

/** Options that say nothing to the server of an API. */
const ofOthers = [
  "probe",
  "public-url",
  "callbacks",
  "slow",
  "concurrency",
  "wait",
  "suite",
  "cases",
  "list",
  "explain",
  "application",
  "environment",
  "organization",
  "product",
];

/** Reads the options of a run against an API. Throws `UsageError`. */
export function readApiSettings(
  values: Values<typeof apiOptions>,
  given: CommandLine<typeof apiOptions>["given"],
  shared: SharedSettings,
): ApiSettings {
  const { api: url } = values;
  if (url === undefined) throw new UsageError("--api is missing");
  const foreign = ofOthers.find((name) => given.some((option) => option.name === name));
  if (foreign !== undefined)
    throw new UsageError(`--${foreign} says nothing about an API; remove it or --api`);
  if (shared.contracts.length === 0)
    throw new UsageError(
      "the contract is missing; pass an OpenAPI document: oipkit conform api.yaml --api URL",
    );
  const parsedUrl = new URL(url);
  if (/[?#]/.test(url)) throw new UsageError("--api must be a URL without a query");
  const isHere = isThisMachine(parsedUrl.hostname);
  if (!isHere && values["allow-host"] !== parsedUrl.hostname)
    throw new UsageError(
      `--api: ${parsedUrl.hostname} isn't this machine, and the run makes, changes and deletes things; if it may, add --allow-host ${parsedUrl.hostname}`,
    );
  const identities = readIdentities(values.auth ?? []);
  const readers = values.reader ?? [];
  const stranger = readers.find((name) => !identities.slice(1).some((each) => each.name === name));
  if (stranger !== undefined)
    throw new UsageError(`--reader ${stranger}: --auth names no such identity after the first one`);
  const isGiven = given.some(({ name }) => name === "max-answer");
  return {
    ...shared,
    maxAnswerBytes: isGiven ? shared.maxAnswerBytes : apiAnswerBytes,
    url,
    identities,
    readers,
    isShared: values.shared === true,
    expired: values.expired === undefined ? undefined : readExpired(values.expired),
    headers: (values.header ?? []).map(readSentHeader),
    values: Object.fromEntries((values.value ?? []).map(readPathValue)),
    requests: values.requests ?? defaultRequests,
    perSecond: values.rate ?? (isHere ? undefined : remoteRate),
    durationMs: shared.budgetMs ?? defaultDurationMs,
    answerMs: values["max-response-time"],
    replay: values.replay,
    hooks: values.hooks,
    reset: values.reset,
    seed: values.seed,
  };
}

/** The arguments that repeat a run, apart from those that every report names, credentials, and commands that may have some. */
export function repeatedArguments({
  headers,
  values,
  hooks,
  isShared,
  readers,
}: ApiSettings): readonly string[] {
  const given: string[] = [];
  for (const [name, value] of headers) given.push("--header", `${name}: ${value}`);
  for (const [name, value] of Object.entries(values)) given.push("--value", `${name}=${value}`);
  for (const name of readers) given.push("--reader", name);
  if (isShared) given.push("--shared");
  if (hooks !== undefined) given.push("--hooks", hooks);
  return given;
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function readPathValue(given: string): readonly [string, string] {
  const at = given.indexOf("=");
  if (at < 1)
    throw new UsageError("--value must be the name of a path parameter and its value, such as accountId=42");
  return [given.slice(0, at), given.slice(at + 1)];
}

/** Options that only a run against an API takes; the first that is given without --api. */
export function apiOptionWithout(given: CommandLine<typeof apiOptions>["given"]): string | undefined {
  return Object.keys(apiOptions).find(
    (name) => name !== "api" && given.some((option) => option.name === name),
  );
}
