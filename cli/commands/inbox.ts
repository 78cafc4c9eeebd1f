import type { ExitCode, Terminal } from "../terminal.js";

/** What `oipkit inbox --help` prints. */
export const help = `Usage: oipkit inbox list|show|retry|purge [EVENT-ID] --store STORE [options]

Looks into a receiver's inbox, and helps events along that are stuck.

  list               events in the order of arrival
  show EVENT-ID      all that is known of one event
  retry              makes dead events, and those that wait for their next attempt, due at once
  purge              deletes events that are handled, superseded or dead; the resource of a dead one moves on

  --store STORE      sqlite:FILE or postgres:URL; without a URL, the PG… variables of the environment say where
  --schema NAME      schema of PostgreSQL                                            (default: oipkit)
  --application ID   only this Application
  --state LIST       pending,waiting,handled,superseded,dead
  --type NAME        only events of this name
  --resource ID      only events of this resource
  --before TIME      only what was received before: 2026-01-31T12:00:00Z, or an age such as 30d, 12h, 15m
  --all              retry or purge without any of these
  --limit N          events that list shows                                          (default: 100)
  --after N          list goes on behind this number, which the last page named
  --format FORMAT    pretty or json                                                  (default: pretty)

Exit codes: 0 done, 1 nothing was found, 2 couldn't run.
`;

/** Runs `oipkit inbox` with the arguments after its name. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { runInbox } = await import("../inbox/run.js");
  return runInbox(args, terminal, Date.now);
}
