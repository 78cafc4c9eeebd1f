import { inboxStates } from "@oipkit/runtime/stores";
import { choices, flag, text, wholeNumber } from "../options/option.js";
import { schema, tableStore } from "../options/stores.js";
import { format } from "../report/report-options.js";

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
