import { choice, choices, flag, text, wholeNumber } from "../options/option.js";
import { store } from "../options/stores.js";
import { format } from "../report/report-options.js";

const group = "Filters";

/** The states of a delivery; `@oipkit/delivery` isn't loaded for `--help`. */
export const states = ["pending", "sending", "delivered", "failed", "cancelled"] as const;

/** Command-line declaration of `oipkit deliveries`. */
export const deliveriesCommand = {
  usage: ["deliveries list|show|retry|endpoints|pause|resume|migrate [ID] --store STORE [options]"],
  about: "Inspects what a delivery engine has sent, and retries deliveries that failed.",
  actions: {
    list: "deliveries, the latest first",
    "show DELIVERY-ID": "all that is known of one delivery, with its attempts and its event",
    "retry EVENT-ID": "delivers a failed event again: the same record, id and content",
    endpoints: "endpoints with their state, circuit and backlog",
    "pause APP": "stops sending to an Application's endpoint; what is published waits",
    "resume APP": "sends again, beginning with what waits",
    migrate: "creates the tables of the store, or updates them",
  },
  options: {
    store: store(
      {
        description: "the engine's store",
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
      description: "identifier of a retry; asking again with the same one does nothing more",
      otherwise: "a new one",
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
