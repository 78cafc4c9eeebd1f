import { type BindingSettings, bindingSettings } from "../conform/command/binding.js";
import { readCommandLine, rejectTogether } from "../options/command-line.js";
import { UsageError } from "../options/usage.js";
import { sendCommand } from "./options.js";

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
export function readSettings(args: readonly string[]): SendSettings {
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
  const plan: SendPlan = {
    event,
    others,
    suite,
    to: values.to,
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
    binding: bindingSettings(values),
  };
  if (values.print) return { ...plan, kind: "print" };
  if (plan.to === undefined) throw new UsageError("--to URL is missing: the receiver's address");
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
