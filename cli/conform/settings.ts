import { parseFlags, positive, UsageError } from "../usage.js";
import { type BindingSettings, bindingFlags } from "./binding.js";
import { refuseSecretFlags } from "./credentials.js";
import { receiverAddress } from "./receiver-address.js";
import { type ReportTarget, readTargets, targetFlags } from "./report-targets.js";

/** What to do with a suite; a union, since only a run needs an address and secrets. */
export type ConformSettings =
  | {
      readonly kind: "list";
      readonly suite: string | undefined;
      readonly only: readonly string[];
      readonly skip: readonly string[];
    }
  | { readonly kind: "explain"; readonly suite: string | undefined; readonly id: string }
  | (RunSettings & { readonly kind: "run" });

/** What the command line asks of a run. */
export interface RunSettings {
  readonly url: string;
  readonly probeUrl: string | undefined;
  readonly suite: string | undefined;
  readonly binding: BindingSettings;
  readonly callbacks: boolean;
  readonly strict: boolean;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly knownFailures: string | undefined;
  readonly concurrency: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly targets: readonly ReportTarget[];
}

const flags = {
  probe: { type: "string" },
  callbacks: { type: "boolean" },
  strict: { type: "boolean" },
  only: { type: "string", multiple: true },
  skip: { type: "string", multiple: true },
  "known-failures": { type: "string" },
  concurrency: { type: "string" },
  timeout: { type: "string" },
  suite: { type: "string" },
  list: { type: "boolean" },
  explain: { type: "string" },
  ...bindingFlags,
  ...targetFlags,
} as const;

/** Reads the flags. Throws `UsageError` for a bad one and for two that exclude each other. */
export function readSettings(args: readonly string[]): ConformSettings {
  refuseSecretFlags(args);
  const { values, positionals } = parseFlags(args, flags);
  const [url, surplus] = positionals;
  if (surplus !== undefined) throw new UsageError(`one receiver at a time: \`${surplus}\` is too much`);
  const { suite, only = [], skip = [], explain } = values;
  if (values.list && explain !== undefined) throw new UsageError("--list and --explain exclude each other");
  if (explain !== undefined) return { kind: "explain", suite, id: explain };
  if (values.list) return { kind: "list", suite, only, skip };
  if (url === undefined)
    throw new UsageError("the receiver's URL is missing, such as http://localhost:8080/webhook");
  return {
    kind: "run",
    url: receiverAddress("URL", url),
    probeUrl:
      values.probe === undefined ? undefined : receiverAddress("--probe", values.probe).replace(/\/+$/, ""),
    suite,
    binding: {
      application: values.application,
      environment: values.environment,
      organization: values.organization,
      product: values.product,
    },
    callbacks: values.callbacks ?? false,
    strict: values.strict ?? false,
    only,
    skip,
    knownFailures: values["known-failures"],
    concurrency: positive("concurrency", values.concurrency),
    timeoutMs: positive("timeout", values.timeout),
    targets: readTargets(args, flags),
  };
}
