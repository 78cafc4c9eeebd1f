import type { InboxSelection } from "@oipkit/runtime/stores";
import { readCommandLine } from "../options/command-line.js";
import { UsageError } from "../options/usage.js";
import type { StoreLocation } from "../stores/location.js";
import { readBefore } from "./before.js";
import { inboxCommand } from "./options.js";

const actions = ["list", "show", "retry", "purge"] as const;

/** Settings of an inbox command, from the command line. */
export interface InboxSettings {
  readonly action: (typeof actions)[number];
  readonly store: StoreLocation;
  readonly schema: string | undefined;
  readonly selection: InboxSelection;
  readonly limit: number;
  readonly after: number | undefined;
  readonly format: "pretty" | "json";
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[], now: number): InboxSettings {
  const { values, positionals } = readCommandLine(inboxCommand, args, readArguments);
  const { action, eventId } = readArguments(positionals);
  const selection: InboxSelection = {
    eventId,
    application: values.application,
    states: values.state,
    eventType: values.type,
    resource: values.resource,
    receivedBefore: values.before === undefined ? undefined : readBefore(values.before, now),
  };
  const isNarrow = Object.values(selection).some((value) => value !== undefined);
  if ((action === "retry" || action === "purge") && !isNarrow && !values.all) {
    throw new UsageError(`specify what to ${action}: an event id, a filter, or --all`);
  }
  const { store, schema, limit, after, format } = values;
  return { action, store, schema, selection, limit, after, format };
}

function readArguments([name, eventId, ...rest]: readonly string[]) {
  const action = actions.find((known) => known === name);
  if (action === undefined) throw new UsageError(`specify an action: ${actions.join(", ")}`);
  if (rest.length > 0)
    throw new UsageError("only one event id can be given; use the filters for several events");
  if (action === "show" && eventId === undefined) throw new UsageError("event id missing: show EVENT-ID");
  return { action, eventId };
}
