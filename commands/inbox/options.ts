import { type InboxSelection, inboxStates } from "@oipkit/runtime/stores";
import { readCommandLine } from "../options/command-line.js";
import { choices, flag, text, UsageError, wholeNumber } from "../options/option.js";
import { readBefore, schema, store, tableKinds } from "../options/shared-options.js";
import { format } from "../report/report-targets.js";
import type { StoreLocation } from "../stores/location.js";
import type { Terminal } from "../terminal/terminal.js";

const group = "Filters";

/** Command-line declaration of `oipkit inbox`. */
export const inboxCommand = {
  usage: [
    "inbox list|show|retry|purge [EVENT-ID] --store STORE [options]",
    "inbox list|show|retry|purge [EVENT-ID] --env-file FILE [options]",
  ],
  about: "Inspects a receiver's inbox, and retries or purges events that are stuck.",
  actions: {
    list: "events in the order of arrival",
    "show EVENT-ID": "all that is known of one event",
    retry: "makes dead events and events waiting for their next attempt due at once",
    purge:
      "deletes handled, superseded and dead events, and with an EVENT-ID or `--state waiting` those that wait; a dead event then no longer blocks its resource",
  },
  options: {
    store: store(
      {
        description: "the receiver's store",
        details: "Without a URL, PostgreSQL is located by the `PG…` environment variables.",
        otherwise: "SQLITE_FILE or DATABASE_URL of `--env-file`",
      },
      tableKinds,
    ),
    "env-file": text({
      value: "FILE",
      description:
        "read SQLITE_FILE, or DATABASE_URL and DATABASE_SCHEMA, from a file, such as the `.env` of a receiver",
      details: "The environment overrides it.",
    }),
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

/** The store of a receiver's project, in the variables of `--env-file`, with its schema. */
function projectStore({ SQLITE_FILE, DATABASE_URL, DATABASE_SCHEMA }: Terminal["env"]) {
  if (SQLITE_FILE) return { store: { kind: "sqlite", file: SQLITE_FILE }, schema: undefined } as const;
  if (!DATABASE_URL) return undefined;
  return {
    store: { kind: "postgres", connectionString: DATABASE_URL },
    schema: DATABASE_SCHEMA || undefined,
  } as const;
}

/** Reads the command line; `env` has the variables of `--env-file`. Throws `UsageError`. */
export function readSettings(
  args: readonly string[],
  { now, env }: { readonly now: number; readonly env: Terminal["env"] },
): InboxSettings {
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
  const { limit, after, format, "env-file": file } = values;
  const project = file === undefined ? undefined : projectStore(env);
  const store = values.store ?? project?.store;
  if (store === undefined)
    throw new UsageError(
      file === undefined
        ? "--store STORE is missing: the receiver's store; or --env-file FILE with its SQLITE_FILE or DATABASE_URL"
        : `--env-file: ${file} sets neither SQLITE_FILE nor DATABASE_URL; name the store with --store`,
    );
  let { schema } = values;
  // That of the project belongs to its own store.
  if (values.store === undefined) schema ??= project?.schema;
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
