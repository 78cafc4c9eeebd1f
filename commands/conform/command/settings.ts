import { readCommandLine, rejectTogether } from "../../options/command-line.js";
import { UsageError } from "../../options/usage.js";
import { type ReportTarget, readTargets } from "../../report/report-options.js";
import { type ReportFormat, reportFormats } from "../report/formats.js";
import { type BindingSettings, bindingSettings } from "./binding.js";
import { conformCommand } from "./options.js";
import { receiverAddress } from "./receiver-address.js";

/** The action and its settings; a union, since only a run needs an address and secrets. */
export type ConformSettings =
  | {
      readonly kind: "list";
      readonly suite: string | undefined;
      readonly only: readonly string[];
      readonly skip: readonly string[];
      /** Whether the cases for senders are listed. */
      readonly sender: boolean;
    }
  | { readonly kind: "explain"; readonly suite: string | undefined; readonly id: string }
  | (RunSettings & { readonly kind: "run" })
  | (SenderSettings & { readonly kind: "sender" });

/** What both kinds of run have. */
type CommonSettings = Pick<
  RunSettings,
  "suite" | "strict" | "only" | "skip" | "knownFailures" | "allExchanges" | "targets"
>;

/** Settings of a run against a sender. */
export interface SenderSettings extends CommonSettings {
  readonly controlUrl: string;
}

/** Settings of a run, from the command line. */
export interface RunSettings {
  readonly url: string;
  readonly probeUrl: string | undefined;
  /** The address to sign, if the signature covers it; default: `url`. */
  readonly publicUrl: string | undefined;
  readonly suite: string | undefined;
  /** A file of cases to run instead of the suite's. */
  readonly cases: string | undefined;
  readonly binding: BindingSettings;
  readonly callbacks: boolean;
  readonly strict: boolean;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly knownFailures: string | undefined;
  readonly concurrency: number | undefined;
  readonly timeoutMs: number;
  /** How long to wait for a receiver that is starting, in milliseconds. */
  readonly waitMs: number | undefined;
  readonly maxAnswerBytes: number;
  readonly allExchanges: boolean;
  readonly targets: readonly ReportTarget<ReportFormat>[];
}

/** Reads the command line. Throws `UsageError` for invalid and conflicting options. */
export function readSettings(args: readonly string[]): ConformSettings {
  const { values, positionals, given } = readCommandLine(conformCommand, args);
  const [url, surplus] = positionals;
  if (surplus !== undefined)
    throw new UsageError(`unexpected argument \`${surplus}\`: pass one receiver at a time`);
  const { suite, only = [], skip = [], explain } = values;
  rejectTogether(values, "list", "explain");
  if (explain !== undefined) return { kind: "explain", suite, id: explain };
  const { sender } = values;
  if (values.list) return { kind: "list", suite, only, skip, sender: sender !== undefined };
  const common: CommonSettings = {
    suite,
    strict: values.strict,
    only,
    skip,
    knownFailures: values["known-failures"],
    allExchanges: values["all-exchanges"],
    targets: readTargets(given, reportFormats),
  };
  if (sender !== undefined) {
    if (url !== undefined) throw new UsageError("use either a receiver's URL or --sender, not both");
    const name = ofReceivers.find((each) => given.some((option) => option.name === each));
    if (name !== undefined) throw new UsageError(`--${name} is for receivers; remove it or --sender`);
    return { kind: "sender", ...common, controlUrl: withoutSlash(receiverAddress("--sender", sender)) };
  }
  if (url === undefined)
    throw new UsageError("the receiver's URL is missing; pass one such as http://localhost:8080/webhook");
  return {
    kind: "run",
    url: receiverAddress("URL", url),
    ...common,
    probeUrl: values.probe === undefined ? undefined : withoutSlash(receiverAddress("--probe", values.probe)),
    publicUrl: values["public-url"],
    binding: bindingSettings(values),
    callbacks: values.callbacks,
    cases: values.cases,
    concurrency: values.concurrency,
    timeoutMs: values.timeout,
    waitMs: values.wait,
    maxAnswerBytes: values["max-answer"],
  };
}

/** Options that say nothing to a sender. */
const ofReceivers: readonly string[] = [
  "cases",
  "probe",
  "public-url",
  "callbacks",
  "concurrency",
  "wait",
  "max-answer",
  "application",
  "environment",
  "organization",
  "product",
];

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
