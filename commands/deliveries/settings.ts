import type { DeliveryQuery } from "@oipkit/delivery";
import { readBefore } from "../inbox/before.js";
import { readCommandLine } from "../options/command-line.js";
import { UsageError } from "../options/usage.js";
import type { StoreLocation } from "../stores/location.js";
import { deliveriesCommand } from "./options.js";

/** Actions, and what their argument is. */
const actions = {
  list: undefined,
  endpoints: undefined,
  show: "DELIVERY-ID",
  retry: "EVENT-ID",
  pause: "APP",
  resume: "APP",
  migrate: undefined,
} as const;

/** What is done with a store whose tables exist. */
export type OperatorAction = Exclude<keyof typeof actions, "migrate">;

/** Settings of the command, from the command line. */
export interface DeliveriesSettings {
  readonly action: keyof typeof actions;
  /** The argument; empty for actions without one. */
  readonly subject: string;
  readonly store: StoreLocation;
  readonly schema: string | undefined;
  readonly query: DeliveryQuery;
  readonly limit: number;
  readonly after: string | undefined;
  readonly format: "pretty" | "json";
  readonly reason: string | undefined;
  readonly actor: string;
  readonly operation: string | undefined;
  readonly dryRun: boolean;
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[], now: number): DeliveriesSettings {
  const { values, positionals } = readCommandLine(deliveriesCommand, args, readArguments);
  const { action, subject } = readArguments(positionals);
  const { store, schema, limit, after, format, reason, actor, operation } = values;
  if (action === "list" && after !== undefined && !/^[0-9]{1,15}$/.test(after))
    throw new UsageError("--after of `list` must be the number that the previous page printed");
  const dryRun = values["dry-run"];
  if (dryRun && action !== "migrate") throw new UsageError(`--dry-run is for migrate, not for ${action}`);
  const query: DeliveryQuery = {
    application: values.application,
    endpoint: values.endpoint,
    states: values.state,
    eventType: values.type,
    eventId: values.event,
    kind: values.kind,
    from: values.since === undefined ? undefined : readBefore(values.since, now, "--since"),
    to: values.until === undefined ? undefined : readBefore(values.until, now, "--until"),
  };
  return { action, subject, store, schema, query, limit, after, format, reason, actor, operation, dryRun };
}

function readArguments([name = "", subject = "", ...rest]: readonly string[]) {
  if (!isAction(name)) throw new UsageError(`specify an action: ${Object.keys(actions).join(", ")}`);
  const argument = actions[name];
  if (argument === undefined && subject !== "") throw new UsageError(`${name} takes only options`);
  if (argument !== undefined && subject === "") throw new UsageError(`write ${name} ${argument}`);
  if (rest.length > 0) throw new UsageError(`${name} takes one ${argument}`);
  return { action: name, subject };
}

function isAction(name: string): name is keyof typeof actions {
  return Object.hasOwn(actions, name);
}
