// @needs postgres
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { createPostgresInbox } from "../../runtime/stores/postgres/index.js";
import { createSqliteInbox } from "../../runtime/stores/sqlite/index.js";
import type { Inbox, JsonObject } from "../../runtime/webhook/index.js";
import { startReceive } from "../support/commands/receive/running-receive.js";
import { subscriptionEvent } from "../support/commands/receive/send-event.js";
import { temporaryFolder } from "../support/generator/emit/contract-folder.js";
import { drainLater } from "../support/receiver/drain-later.js";
import { newSchema } from "../support/receiver/postgres-schema.js";
import { allRecords, printedIds } from "../support/receiver/records.js";
import { deliver, type Sent, sendAll } from "../support/receiver/sender.js";
import { postgresUrl } from "../support/services/urls.js";

const kills = 10;
const acceptedPerRound = 150;
const resources = 40;
const versions = 45;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Place {
  readonly flags: readonly string[];
  readonly open: () => Inbox;
}

async function sqlite(): Promise<Place> {
  const file = join(await temporaryFolder(), "inbox.db");
  return { flags: ["--store", `sqlite:${file}`], open: () => createSqliteInbox({ file }) as Inbox };
}

async function postgres(): Promise<Place> {
  const { schema, drop } = await newSchema(postgresUrl);
  closers.push(drop);
  return {
    flags: ["--store", postgresUrl, "--schema", schema],
    open: () => createPostgresInbox({ connectionString: postgresUrl, schema }) as Inbox,
  };
}

/** More events than all rounds deliver, interleaved by resource, so gaps keep opening and closing. */
function events(): JsonObject[] {
  return Array.from({ length: versions * resources }, (_, index) =>
    subscriptionEvent(1 + Math.floor(index / resources), `sub_${index % resources}`),
  );
}

it.each([
  ["SQLite", sqlite],
  ["PostgreSQL", postgres],
])(
  "events acknowledged by oipkit receive survive kill -9 under load, on %s",
  { timeout: 300_000 },
  async (_, make) => {
    const { flags, open } = await make();
    const queue = events();
    const accepted = new Map<string, Sent>();
    const printed: string[] = [];
    for (let round = 1; round <= kills; round++) {
      const { url, stdout, end } = await startReceive(flags);
      let count = 0;
      let killed: ReturnType<typeof end> | undefined;
      const onAnswer = (sent: Sent): boolean => {
        if (sent.status === 204) {
          accepted.set(String(sent.event.event_id), sent);
          if (++count === acceptedPerRound) killed = end("SIGKILL");
        }
        return killed === undefined;
      };
      await sendAll({ queue, url, senders: 24, onAnswer });
      expect(await killed).toEqual([null, "SIGKILL"]);
      printed.push(...printedIds(stdout()));
    }
    expect(accepted.size).toBeGreaterThanOrEqual(kills * acceptedPerRound);

    // The last run isn't killed: it refuses replays, whichever receiver saw them first, and gets the remaining events.
    const last = await startReceive(flags);
    const replays = [...accepted.values()].filter((_sent, index) => index % 10 === 0);
    const refused = await Promise.all(replays.map(({ delivery }) => deliver(last.url, delivery)));
    expect(refused).toEqual(replays.map(() => 401));
    const all = events().map(({ event_id }) => String(event_id));
    await sendAll({ queue, url: last.url, senders: 24, onAnswer: () => true });
    expect(await last.end("SIGTERM")).toEqual([0, null]);
    printed.push(...printedIds(last.stdout()));

    const inbox = open();
    closers.unshift(() => inbox.close());
    const ids = (await allRecords(inbox)).map(({ eventId }) => eventId);
    expect(ids.toSorted()).toEqual(all.toSorted());

    printed.push(...(await drainLater(inbox)));
    expect(new Set(printed)).toEqual(new Set(all));
    expect(new Set((await allRecords(inbox)).map(({ state }) => state))).toEqual(new Set(["handled"]));
    // After a crash a version may be handled again, but never before its predecessor.
    const printedOrder = (resource: string): string[] => [
      ...new Set(printed.filter((id) => id.startsWith(`evt_${resource}_`))),
    ];
    for (let index = 0; index < resources; index++) {
      const expected = all.filter((id) => id.startsWith(`evt_sub_${index}_`));
      expect(printedOrder(`sub_${index}`)).toEqual(expected);
    }
  },
);
