import type { DeliveryQuery } from "@oipkit/delivery";
import { readCommandLine } from "../options/command-line.js";
import { choice, choices, flag, text, UsageError, wholeNumber } from "../options/option.js";
import { readBefore, store } from "../options/shared-options.js";
import { format } from "../report/report-targets.js";
import type { StoreLocation } from "../stores/location.js";

const group = "Filters";

/** The states of a delivery; `@oipkit/delivery` isn't loaded for `--help`. */
const states = ["pending", "sending", "delivered", "failed", "cancelled"] as const;

/** Command-line declaration of `oipkit deliveries`. */
export const deliveriesCommand = {
  usage: [
    "deliveries list|show|retry|endpoints|pause|resume [ID] --store STORE [options]",
    "deliveries retry --state failed --store STORE [filters]",
    "deliveries prune|migrate --store STORE [options]",
  ],
  about: "Inspects what a delivery engine has sent, and retries deliveries that failed.",
  actions: {
    list: "deliveries, the latest first",
    "show DELIVERY-ID": "all that is known of one delivery, with its attempts and its event",
    "retry EVENT-ID": "delivers a failed event again: the same record, id and content",
    "retry --state failed": "delivers all failed events again that match the filters, the oldest first",
    endpoints: "endpoints with their state, circuit and backlog",
    "pause APP": "stops sending to an Application's endpoint; what is published waits",
    "resume APP": "sends again, beginning with what waits",
    prune:
      "removes deliveries that were settled long ago, with their attempts and contents; engines go on meanwhile",
    migrate: "creates the tables of the store, or updates them",
  },
  options: {
    store: store(
      {
        description: "the engine's store (a sandbox's is `sqlite:.oipkit/sandbox.db`)",
        details: "Without a URL, PostgreSQL is located by the `PG…` environment variables.",
        required: true,
      },
      ["sqlite", "postgres"],
    ),
    schema: text({ value: "NAME", description: "PostgreSQL schema", otherwise: "`oipkit_delivery`" }),
    limit: wholeNumber({
      value: "N",
      max: 1000,
      description: "deliveries or endpoints shown",
      default: "100",
    }),
    after: text({
      value: "CURSOR",
      description: "`list` and `endpoints` continue after this, which the previous page printed",
    }),
    format: format(["pretty", "json"], { description: "form of the output" }),
    reason: text({
      value: "TEXT",
      description: "why an endpoint is paused, for the audit",
      otherwise: "none",
    }),
    actor: text({ value: "NAME", description: "who does it, for the audit", default: "oipkit deliveries" }),
    operation: text({
      value: "ID",
      description:
        "identifier of a retry; the same one again does nothing more, or goes on where it was ended",
      otherwise: "a new one",
    }),
    rate: wholeNumber({
      value: "N",
      max: 10_000,
      description: "deliveries that `retry --state failed` begins in a second",
      default: "50",
    }),
    "older-than": text({
      value: "AGE",
      description:
        "`prune` removes what was published and settled so long ago, such as `30d`, or before a time",
    }),
    "ids-older-than": text({
      value: "AGE",
      description:
        "`prune` also forgets removed events that were published so long ago: published again, they are new ones",
      otherwise: "they are remembered",
    }),
    "audit-older-than": text({
      value: "AGE",
      description: "`prune` also removes what the audit has from before that",
      otherwise: "it is kept",
    }),
    "dry-run": flag({
      description: "`migrate` only says what it would apply, and exits with 1 unless that is nothing",
    }),
    application: text({ value: "ID", description: "only this Application", group }),
    endpoint: text({ value: "ID", description: "only this endpoint", group }),
    state: choices(
      { value: "LIST", noun: "state", description: states.map((name) => `\`${name}\``).join(", "), group },
      states,
    ),
    type: text({ value: "NAME", description: "only events of this name", group }),
    event: text({ value: "ID", description: "only this event", group }),
    kind: choice({ value: "KIND", description: "`event`, `test` or `callback`", group }, [
      "event",
      "test",
      "callback",
    ]),
    since: text({
      value: "TIME",
      description: "only those published at `2026-01-31T12:00:00Z` or later, or since an age such as `12h`",
      group,
    }),
    until: text({ value: "TIME", description: "only those published before it", group }),
  },
  exitCodes: "0 done, 1 nothing found or not possible now, 2 couldn't run.",
};

/** Actions, and what their argument is. */
const actions = {
  list: undefined,
  endpoints: undefined,
  show: "DELIVERY-ID",
  retry: "EVENT-ID",
  pause: "APP",
  resume: "APP",
  prune: undefined,
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
  /** Retries in a second. */
  readonly rate: number;
  /** In milliseconds since 1970. */
  readonly olderThan: number | undefined;
  /** In milliseconds since 1970, as the next one. */
  readonly identifiersOlderThan: number | undefined;
  readonly auditOlderThan: number | undefined;
  readonly dryRun: boolean;
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[], now: number): DeliveriesSettings {
  const { values, positionals } = readCommandLine(deliveriesCommand, args, readArguments);
  const { action, subject } = readArguments(positionals);
  const isBulk = action === "retry" && subject === "";
  if (isBulk && values.state?.join() !== "failed")
    throw new UsageError("write retry EVENT-ID, or retry --state failed for all that match the filters");
  if (isBulk && (values.kind ?? "event") !== "event")
    throw new UsageError("only events are delivered again: leave --kind out");
  const { store, schema, limit, after, format, reason, actor, operation, rate } = values;
  if (action === "list" && after !== undefined && !/^[0-9]{1,15}$/.test(after))
    throw new UsageError("--after of `list` must be the number that the previous page printed");
  const dryRun = values["dry-run"];
  if (dryRun && action !== "migrate") throw new UsageError(`--dry-run is for migrate, not for ${action}`);
  const age = values["older-than"];
  if ((age !== undefined) !== (action === "prune"))
    throw new UsageError(
      "prune needs --older-than, such as `--older-than 30d`, and no other action takes it",
    );
  const olderThan = age === undefined ? undefined : readBefore(age, now, "--older-than");
  const pruneTime = (name: "ids-older-than" | "audit-older-than"): number | undefined => {
    const text = values[name];
    if (text === undefined) return undefined;
    if (action !== "prune") throw new UsageError(`--${name} is for prune, not for ${action}`);
    return readBefore(text, now, `--${name}`);
  };
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
  return {
    action,
    subject,
    store,
    schema,
    query,
    limit,
    after,
    format,
    reason,
    actor,
    operation,
    rate,
    olderThan,
    identifiersOlderThan: pruneTime("ids-older-than"),
    auditOlderThan: pruneTime("audit-older-than"),
    dryRun,
  };
}

function readArguments([name = "", subject = "", ...rest]: readonly string[]) {
  if (!isAction(name)) throw new UsageError(`specify an action: ${Object.keys(actions).join(", ")}`);
  const argument = actions[name];
  if (argument === undefined && subject !== "") throw new UsageError(`${name} takes only options`);
  // A bulk retry has filters instead.
  if (argument !== undefined && subject === "" && name !== "retry")
    throw new UsageError(`write ${name} ${argument}`);
  if (rest.length > 0) throw new UsageError(`${name} takes one ${argument}`);
  return { action: name, subject };
}

function isAction(name: string): name is keyof typeof actions {
  return Object.hasOwn(actions, name);
}
