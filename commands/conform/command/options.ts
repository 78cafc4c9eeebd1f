import { readCommandLine, rejectTogether } from "../../options/command-line.js";
import { credentials } from "../../options/credentials.js";
import { envFile, receiverSettings } from "../../options/env-file.js";
import { flag, parsed, text, texts, UsageError, wholeNumber } from "../../options/option.js";
import { bindingOptions } from "../../options/shared-options.js";
import { type ReportTarget, readTargets, reports } from "../../report/report-targets.js";
import type { Terminal } from "../../terminal/terminal.js";
import { defaultMaxAnswerBytes } from "../exchange/send.js";
import { apiReportFormats, type ReportFormat, reportFormats } from "../report/formats.js";
import { type ApiSettings, apiOptions, apiOptionWithout, readApiSettings } from "./api-options.js";
import { type BindingSettings, bindingSettings } from "./binding.js";
import { publicUrl, readDuration, receiverAddress } from "./receiver-address.js";

const group = "Cases";

/** Command-line declaration of `oipkit conform`. */
export const conformCommand = {
  usage: [
    "conform URL [options]",
    "conform --sender URL [options]",
    "conform --library COMMAND [options]",
    "conform CONTRACT... --api URL [options]",
    "conform --list | --explain ID",
  ],
  about:
    "Sends valid and invalid deliveries to a receiver, in whatever language it is written, and reports which rules it follows. With `--api`, it tests the server of an API by its OpenAPI document.",
  options: {
    sender: text({
      value: "URL",
      description: "test a sender instead, by the URL of its control",
      details: "`contracts/sender-probe.openapi.yaml` describes it.",
    }),
    library: text({
      value: "COMMAND",
      description: "test a library that verifies requests instead, by the command that starts its adapter",
      details: "[conform-library.md](conform-library.md) describes what it reads and prints.",
    }),
    ...apiOptions,
    probe: text({
      value: "URL",
      description: "URL of the receiver's probe, which shows what it stored",
      details: "`contracts/probe.openapi.yaml` describes it.",
    }),
    "public-url": publicUrl,
    callbacks: flag({ description: "the receiver answers callbacks" }),
    slow: flag({ description: "also run the cases that wait, which takes a minute longer" }),
    strict: flag({ description: "failed cases of level `should` fail the run, too" }),
    "known-failures": text({
      value: "FILE",
      description: "ids of cases that may fail, one per line; if one of them passes, the run fails",
    }),
    concurrency: wholeNumber({ value: "N", description: "cases to run at once", otherwise: "`8`" }),
    timeout: wholeNumber({
      value: "MS",
      description: "how long to wait for an answer, in milliseconds",
      default: "10000",
    }),
    wait: parsed(
      {
        value: "TIME",
        description: "how long to wait for a receiver that is starting, such as `30s`",
        details:
          "The run begins with its first answer other than 502, 503 and 504, or when the time is up. A receiver that dies during the run is waited for as long, or 5 seconds.",
        otherwise: "it must be running",
      },
      readDuration,
    ),
    budget: parsed(
      {
        value: "TIME",
        description: "how long a run may take if each answer takes more than a second",
        details:
          "Cases that there is no time for aren't run. A fast receiver has all the time it needs. Of an API, how long a run may take at all; `30s` by default.",
        otherwise: "`40s`",
      },
      readDuration,
    ),
    "max-answer": wholeNumber({
      value: "BYTES",
      description:
        "longest body of an answer that is read; a longer one fails its case, unless it is an error's (5xx)",
      default: String(defaultMaxAnswerBytes),
      details: "Answers of the probe may have 16 MiB, those of an API (`--api`) 2 MiB if nothing is said.",
    }),
    suite: text({ value: "FILE", description: "suite to run", otherwise: "the generated one" }),
    cases: text({
      value: "FILE",
      description: "cases to run instead of the suite's, such as one copied from the Console",
      details: "JSON or YAML, written as in the contracts' folder `conformance`.",
    }),
    only: texts({ value: "GLOB", description: "run only these cases, such as `'6.3.3/*'`", group }),
    skip: texts({ value: "GLOB", description: "skip these cases", group }),
    list: flag({ description: "list the cases and send nothing", group }),
    explain: text({ value: "ID", description: "explain what a case does and why", group }),
    "all-exchanges": flag({
      description: "the HTML report has the requests and answers of passed cases, too",
      details: "It then has several megabytes.",
    }),
    "env-file": envFile,
    ...bindingOptions,
    ...reports(apiReportFormats),
  },
  environment: credentials,
  exitCodes:
    "0 conforms, or the selected cases pass, 1 doesn't conform or isn't shown to, 2 couldn't run, or stopped early without a failure.",
};

/** The action and its settings; a union, since only a run needs an address and secrets. */
export type ConformSettings =
  | {
      readonly kind: "list";
      readonly suite: string | undefined;
      readonly only: readonly string[];
      readonly skip: readonly string[];
      /** Whose cases are listed. */
      readonly subject: ListedSubject;
    }
  | {
      readonly kind: "explain";
      readonly suite: string | undefined;
      readonly id: string;
      readonly subject: ListedSubject;
    }
  | (SuiteSettings & { readonly kind: "run" })
  | (SenderSettings & { readonly kind: "sender" })
  | (LibrarySettings & { readonly kind: "library" })
  | (ApiSettings & { readonly kind: "api" });

/** Whose cases are listed or explained. */
export type ListedSubject = "receiver" | "sender" | "library";

/** What both kinds of run have. */
type CommonSettings = Pick<
  SuiteSettings,
  "suite" | "strict" | "only" | "skip" | "knownFailures" | "allExchanges" | "targets"
>;

/** Settings of a run against a sender. */
export interface SenderSettings extends CommonSettings {
  readonly controlUrl: string;
}

/** Settings of a run against a library. */
export interface LibrarySettings extends CommonSettings {
  readonly command: string;
  readonly timeoutMs: number;
}

/** Settings of a run, from the command line. */
export interface SuiteSettings {
  readonly url: string;
  readonly probeUrl: string | undefined;
  /** The address to sign, if the signature covers it; default: `url`. */
  readonly publicUrl: string | undefined;
  readonly suite: string | undefined;
  /** A file of cases to run instead of the suite's. */
  readonly cases: string | undefined;
  readonly binding: BindingSettings;
  readonly callbacks: boolean;
  readonly slow: boolean;
  readonly strict: boolean;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly knownFailures: string | undefined;
  readonly concurrency: number | undefined;
  readonly timeoutMs: number;
  /** How long to wait for a receiver that is starting, in milliseconds. */
  readonly waitMs: number | undefined;
  /** How long a run against a slow receiver may take, in milliseconds. */
  readonly budgetMs: number | undefined;
  readonly maxAnswerBytes: number;
  readonly allExchanges: boolean;
  readonly targets: readonly ReportTarget<ReportFormat>[];
}

/** Reads the command line. Throws `UsageError` for invalid and conflicting options. */
export function readSettings(args: readonly string[], env: Terminal["env"] = {}): ConformSettings {
  const { values, positionals, given } = readCommandLine(conformCommand, args);
  const [url, surplus] = positionals;
  if (values.api === undefined && surplus !== undefined)
    throw new UsageError(`unexpected argument \`${surplus}\`: pass one receiver at a time`);
  const { suite, only = [], skip = [], explain } = values;
  rejectTogether(values, "list", "explain");
  const { sender, library } = values;
  rejectTogether(values, "sender", "library", "api");
  if (values.api === undefined) {
    const name = apiOptionWithout(given);
    if (name !== undefined) throw new UsageError(`--${name} needs --api URL`);
  }
  const subject = listedSubject(values, explain);
  if (values.api !== undefined)
    return {
      kind: "api",
      ...readApiSettings(values, given, {
        contracts: positionals,
        strict: values.strict,
        only,
        skip,
        knownFailures: values["known-failures"],
        allExchanges: values["all-exchanges"],
        targets: readTargets(given, apiReportFormats),
        timeoutMs: values.timeout,
        budgetMs: values.budget,
        maxAnswerBytes: values["max-answer"],
      }),
    };
  if (explain !== undefined) return { kind: "explain", suite, id: explain, subject };
  if (values.list) return { kind: "list", suite, only, skip, subject };
  const common: CommonSettings = {
    suite,
    strict: values.strict,
    only,
    skip,
    knownFailures: values["known-failures"],
    allExchanges: values["all-exchanges"],
    targets: readTargets(given, reportFormats),
  };
  const other = library === undefined ? "sender" : "library";
  if (sender !== undefined || library !== undefined) {
    if (url !== undefined) throw new UsageError(`use either a receiver's URL or --${other}, not both`);
    const name = ofReceivers.find((each) => given.some((option) => option.name === each));
    if (name !== undefined) throw new UsageError(`--${name} is for receivers; remove it or --${other}`);
  }
  if (library !== undefined)
    return { kind: "library", ...common, command: library, timeoutMs: values.timeout };
  if (sender !== undefined) {
    return { kind: "sender", ...common, controlUrl: withoutSlash(receiverAddress("--sender", sender)) };
  }
  const receiver = receiverSettings(values["env-file"], env);
  const address = url ?? receiver.url;
  if (address === undefined)
    throw new UsageError(
      "the receiver's URL is missing; pass one such as http://localhost:8080/webhook, or --env-file FILE with its PORT",
    );
  // A probe belongs to its receiver.
  const probe = values.probe ?? (url === undefined ? receiver.probe : undefined);
  return {
    kind: "run",
    url: receiverAddress("URL", address),
    ...common,
    probeUrl: probe === undefined ? undefined : withoutSlash(receiverAddress("--probe", probe)),
    publicUrl: values["public-url"],
    binding: bindingSettings(values, receiver),
    callbacks: values.callbacks,
    slow: values.slow,
    cases: values.cases,
    concurrency: values.concurrency,
    timeoutMs: values.timeout,
    waitMs: values.wait,
    budgetMs: values.budget,
    maxAnswerBytes: values["max-answer"],
  };
}

function listedSubject(
  { sender, library }: { readonly sender?: string | undefined; readonly library?: string | undefined },
  id = "",
): ListedSubject {
  if (library !== undefined) return "library";
  return sender !== undefined || id.startsWith("sender/") ? "sender" : "receiver";
}

/** Options that say nothing to a sender or a library. */
const ofReceivers: readonly string[] = [
  "cases",
  "probe",
  "public-url",
  "callbacks",
  "slow",
  "concurrency",
  "wait",
  "budget",
  "max-answer",
  "application",
  "environment",
  "organization",
  "product",
  "env-file",
];

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, "");
}
