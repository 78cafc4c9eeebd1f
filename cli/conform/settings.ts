import { type ReportFormat, reportFormats } from "../../conformance/report/formats.js";
import { readCommandLine, rejectTogether } from "../options/command-line.js";
import { type ReportTarget, readTargets } from "../options/report-targets.js";
import { UsageError } from "../usage.js";
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
    }
  | { readonly kind: "explain"; readonly suite: string | undefined; readonly id: string }
  | (RunSettings & { readonly kind: "run" });

/** Settings of a run, from the command line. */
export interface RunSettings {
  readonly url: string;
  readonly probeUrl: string | undefined;
  /** The address to sign, if the signature covers it; default: `url`. */
  readonly publicUrl: string | undefined;
  readonly suite: string | undefined;
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
  if (values.list) return { kind: "list", suite, only, skip };
  if (url === undefined)
    throw new UsageError("the receiver's URL is missing; pass one such as http://localhost:8080/webhook");
  return {
    kind: "run",
    url: receiverAddress("URL", url),
    probeUrl:
      values.probe === undefined ? undefined : receiverAddress("--probe", values.probe).replace(/\/+$/, ""),
    publicUrl: values["public-url"],
    suite,
    binding: bindingSettings(values),
    callbacks: values.callbacks,
    strict: values.strict,
    only,
    skip,
    knownFailures: values["known-failures"],
    concurrency: values.concurrency,
    timeoutMs: values.timeout,
    waitMs: values.wait,
    maxAnswerBytes: values["max-answer"],
    allExchanges: values["all-exchanges"],
    targets: readTargets(given, reportFormats),
  };
}
