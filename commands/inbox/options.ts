import { type InboxSelection, inboxStates } from "@oipkit/runtime/stores";
import { readCommandLine } from "../options/command-line.js";
import { choices, flag, text, UsageError, wholeNumber } from "../options/option.js";
import { readBefore, schema, tableStore } from "../options/shared-options.js";
import { format } from "../report/report-targets.js";
import type { StoreLocation } from "../stores/location.js";

const group = "Filters";

/** Command-line declaration of `oipkit inbox`. */
export const inboxCommand = {
  usage: ["inbox list|show|retry|purge [EVENT-ID] --store STORE [options]"],
  about: "Inspects a receiver's inbox, and retries or purges events that are stuck.",
  actions: {
    list: "events in the order of arrival",
    "show EVENT-ID": "all that is known of one event",
    retry: "makes dead events and events waiting for their next attempt due at once",
    purge:
      "deletes handled, superseded and dead events, and with an EVENT-ID or `--state waiting` those that wait; a dead event then no longer blocks its resource",
  },
  options: {
    store: tableStore,
    schema: schema(),
    all: flag({ description: "retry or purge without any filter" }),
    limit: wholeNumber({ value: "N", description: "events that `list` shows", default: "100" }),
    after: wholeNumber({
      value: "N",
      min: 0,
      description: "`list` continues after this number, which the previous page printed",
    }),
    format: format(["pretty", "json"], { description: "form of the events" }),
    application: text({ value: "ID", description: "only this Application", group }),
    state: choices(
      {
        value: "LIST",
        noun: "state",
        description: inboxStates.map((name) => `\`${name}\``).join(", "),
        group,
      },
      inboxStates,
    ),
    type: text({ value: "NAME", description: "only events of this name", group }),
    resource: text({ value: "ID", description: "only events of this resource", group }),
    before: text({
      value: "TIME",
      description:
        "only events received before `2026-01-31T12:00:00Z`, or an age such as `30d`, `12h`, `15m`",
      group,
    }),
  },
  exitCodes: "0 done, 1 nothing found, 2 couldn't run.",
};

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
