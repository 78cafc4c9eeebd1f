import { type BindingSettings, bindingSettings } from "../conform/command/binding.js";
import { publicUrl, receiverAddress } from "../conform/command/receiver-address.js";
import { defaultMaxAnswerBytes } from "../conform/exchange/send.js";
import { readCommandLine, rejectTogether } from "../options/command-line.js";
import { credentials } from "../options/credentials.js";
import { envFile, receiverSettings } from "../options/env-file.js";
import { flag, parsed, text, texts, UsageError, wholeNumber } from "../options/option.js";
import { bindingOptions } from "../options/shared-options.js";
import type { Terminal } from "../terminal/terminal.js";

/** Command-line declaration of `oipkit send`. */
export const sendCommand = {
  usage: ["send EVENT... --to URL [options]", "send [EVENT] --list"],
  about:
    "Sends an example of an event as the platform would: with fresh ids, the receiver's binding, the verification token and a signature. EVENT is the event's name, or NAME/EXAMPLE for a specific example. Several are sent as one batch, if the platform has batches; the options that change an event change the first.",
  options: {
    to: parsed({ value: "URL", description: "the receiver's address" }, (given, flag) =>
      receiverAddress(flag, given),
    ),
    "public-url": publicUrl,
    status: text({ value: "S", description: "take the first example whose status is S" }),
    resource: text({
      value: "ID",
      description: "the resource that the event is about",
      otherwise: "a fresh one",
    }),
    next: flag({
      description: "send the version after the last one that this receiver accepted from `oipkit send`",
      details:
        "With `--resource`, of that resource; otherwise of the latest resource of the event's family. Accepted versions are remembered in `node_modules/.cache/oipkit`.",
    }),
    version: wholeNumber({
      value: "N",
      description: "the version of the resource, in all fields that the contract requires to be equal",
      otherwise: "1, or the example's own if the example is named",
    }),
    set: texts({
      value: "POINTER=VALUE",
      description: "change the event at a JSON Pointer; a VALUE that isn't JSON is a string",
      details: '`7`, `true` and `{"a":1}` are JSON; for the string `7`, write `"7"`.',
    }),
    invalid: text({
      value: "CASE",
      description:
        "make the mistake of a conformance case, given by its id or the end of its id; `--list` shows the cases",
      details: "If a case has several steps, the first invalid one is sent.",
    }),
    encrypted: flag({
      description: "encrypt with `WEBHOOK_ENCRYPT_KEY`",
      details: "Without this option, plaintext is sent even if the key is set.",
    }),
    repeat: wholeNumber({
      value: "N",
      description: "send it N times, each as a retry of the same delivery",
      details: "The ids stay the same; timestamp, nonce and signature are new.",
      default: "1",
    }),
    print: flag({ description: "print the request with secrets masked and send nothing" }),
    list: flag({ description: "list the events, or the examples and cases of an event" }),
    timeout: wholeNumber({
      value: "MS",
      description: "how long to wait for an answer, in milliseconds",
      default: "10000",
    }),
    "max-answer": wholeNumber({
      value: "BYTES",
      description: "longest body of an answer that is read",
      default: String(defaultMaxAnswerBytes),
    }),
    suite: text({ value: "FILE", description: "suite with the examples", otherwise: "the generated one" }),
    "env-file": envFile,
    ...bindingOptions,
  },
  environment: credentials,
  exitCodes: "0 all answers were 2xx, 1 some weren't, 2 couldn't run.",
};

/** The action and its settings; a union, since listing needs neither address nor secret. */
export type SendSettings =
  | { readonly kind: "list"; readonly event: string | undefined; readonly suite: string | undefined }
  | (SendPlan & { readonly kind: "print" })
  | (SendPlan & { readonly kind: "send"; readonly to: string });

/** The delivery that the command line describes. */
export interface SendPlan {
  readonly event: string;
  /** Further events of the same request. */
  readonly others: readonly string[];
  readonly suite: string | undefined;
  readonly to: string | undefined;
  /** The address to sign, if the signature covers it; default: `to`. */
  readonly publicUrl: string | undefined;
  readonly status: string | undefined;
  readonly set: readonly { readonly set: string; readonly to: unknown }[];
  /** Id of a conformance case, or the end of one. */
  readonly invalid: string | undefined;
  /** The resource that the event is about; a fresh one if left out. */
  readonly resource: string | undefined;
  /** Whether the event follows the last accepted one. */
  readonly next: boolean;
  readonly version: number | undefined;
  readonly encrypted: boolean;
  readonly repeat: number;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly binding: BindingSettings;
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[], env: Terminal["env"] = {}): SendSettings {
  const { values, positionals } = readCommandLine(sendCommand, args);
  const [event, ...others] = positionals;
  const { suite } = values;
  if (values.list) {
    if (others[0] !== undefined)
      throw new UsageError(`unexpected argument \`${others[0]}\`: --list takes one event`);
    return { kind: "list", event, suite };
  }
  if (event === undefined) throw new UsageError("event missing; `oipkit send --list` lists the events");
  if (others[0] !== undefined && values.invalid !== undefined)
    throw new UsageError(`unexpected argument \`${others[0]}\`: a conformance case has its own events`);
  for (const name of ["status", "resource", "next", "version"]) rejectTogether(values, "invalid", name);
  rejectTogether(values, "next", "version");
  if (values.resource === "") throw new UsageError("--resource must not be empty");
  const receiver = receiverSettings(values["env-file"], env);
  const plan: SendPlan = {
    event,
    others,
    suite,
    to: values.to ?? receiver.url,
    publicUrl: values["public-url"],
    status: values.status,
    set: (values.set ?? []).map(readSet),
    invalid: values.invalid,
    resource: values.resource,
    next: values.next,
    version: values.version,
    encrypted: values.encrypted,
    repeat: values.repeat,
    timeoutMs: values.timeout,
    maxAnswerBytes: values["max-answer"],
    binding: bindingSettings(values, receiver),
  };
  if (values.print) return { ...plan, kind: "print" };
  if (plan.to === undefined)
    throw new UsageError("--to URL is missing: the receiver's address; or --env-file FILE with its PORT");
  return { ...plan, kind: "send", to: plan.to };
}

function readSet(text: string): { set: string; to: unknown } {
  const at = text.indexOf("=");
  if (!text.startsWith("/") || at < 0)
    throw new UsageError(
      `--set \`${text}\`: expected POINTER=VALUE, such as /data/name=text or /data/count=3`,
    );
  return { set: text.slice(0, at), to: jsonOrText(text.slice(at + 1)) };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
