import type { InboxSelection } from "@oipkit/runtime/stores";
import { type InboxState, inboxStates } from "@oipkit/runtime/stores";
import { readLocation, type StoreLocation } from "../stores/location.js";
import { parseFlags, UsageError } from "../usage.js";
import { readBefore } from "./before.js";

const actions = ["list", "show", "retry", "purge"] as const;

/** What the command line asks of the inbox. */
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
  const { values, positionals } = parseFlags(args, {
    store: { type: "string" },
    schema: { type: "string" },
    application: { type: "string" },
    state: { type: "string" },
    type: { type: "string" },
    resource: { type: "string" },
    before: { type: "string" },
    all: { type: "boolean" },
    limit: { type: "string" },
    after: { type: "string" },
    format: { type: "string" },
  });
  const [name, eventId, ...rest] = positionals;
  const action = actions.find((known) => known === name);
  if (action === undefined) throw new UsageError(`say what to do: ${actions.join(", ")}`);
  if (rest.length > 0)
    throw new UsageError("only one event id can be given; use the filters for several events");
  if (values.store === undefined) throw new UsageError("--store is missing: sqlite:FILE or postgres:URL");
  const store = readLocation("--store", values.store, ["sqlite", "postgres"]);
  const format = values.format ?? "pretty";
  if (format !== "pretty" && format !== "json") throw new UsageError("--format is pretty or json");
  const selection: InboxSelection = {
    eventId,
    application: values.application,
    states: values.state === undefined ? undefined : readStates(values.state),
    eventType: values.type,
    resource: values.resource,
    receivedBefore: values.before === undefined ? undefined : readBefore(values.before, now),
  };
  const isNarrow = Object.values(selection).some((value) => value !== undefined);
  if (action === "show" && eventId === undefined) throw new UsageError("say which event: show EVENT-ID");
  if ((action === "retry" || action === "purge") && !isNarrow && !values.all) {
    throw new UsageError(`say what to ${action}: an event id, a filter, or --all`);
  }
  const limit = readNumber("--limit", values.limit) ?? 100;
  if (limit === 0) throw new UsageError("--limit is a number from 1");
  return {
    action,
    store,
    schema: values.schema,
    selection,
    limit,
    after: readNumber("--after", values.after),
    format,
  };
}

function readStates(text: string): InboxState[] {
  return text.split(",").map((name) => {
    const state = inboxStates.find((known) => known === name.trim());
    if (state === undefined)
      throw new UsageError(`--state: there is no state \`${name}\`; there are ${inboxStates.join(", ")}`);
    return state;
  });
}

function readNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(number))
    throw new UsageError(`${flag} is a whole number`);
  return number;
}
