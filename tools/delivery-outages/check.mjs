// What must hold at the end of a trial. Returns what doesn't, as sentences.
import { application, correlationOf, idOf } from "./event.mjs";

/** At most so many of one sort are shown. */
const shown = 5;

export async function check({ store, inbox, recorder, events, maxAttempts }) {
  const faults = [];
  const fault = (what, ids) => {
    if (ids.length > 0) faults.push(`${what}: ${ids.length}, such as ${ids.slice(0, shown).join(", ")}`);
  };
  const wanted = Array.from({ length: events }, (_, number) => idOf(number));

  const received = new Map();
  for (const record of inbox) received.set(record.eventId, [...(received.get(record.eventId) ?? []), record]);
  fault(
    "published, but not in the receiver's inbox",
    wanted.filter((id) => !received.has(id)),
  );
  fault(
    "in the receiver's inbox more than once",
    wanted.filter((id) => (received.get(id)?.length ?? 0) > 1),
  );

  const deliveries = await store.db
    .selectFrom("deliveries")
    .select(["sequence", "id", "event_id", "state", "attempts"])
    .where("application", "=", application)
    .orderBy("sequence")
    .execute();
  const byEvent = new Map(deliveries.map((row) => [row.event_id, row]));
  if (deliveries.length !== byEvent.size) faults.push("an event has several deliveries");
  fault(
    "without a delivery in the engine's store",
    wanted.filter((id) => !byEvent.has(id)),
  );
  fault(
    "with another delivery id or correlation id in the inbox",
    ids(
      deliveries.filter(({ id, event_id }) =>
        received
          .get(event_id)
          ?.some((record) => record.deliveryId !== id || record.correlationId !== correlationOf(event_id)),
      ),
    ),
  );
  fault("not delivered", ids(deliveries.filter(({ state }) => state !== "delivered")));
  fault(
    `more than ${maxAttempts} attempts recorded`,
    ids(deliveries.filter(({ attempts }) => attempts > maxAttempts)),
  );

  const requestsOf = (id) => recorder.seen.get(id)?.requests ?? 0;
  fault(
    `more than ${maxAttempts} requests`,
    wanted.filter((id) => requestsOf(id) > maxAttempts),
  );
  fault(
    "more requests than recorded attempts",
    wanted.filter((id) => requestsOf(id) > (byEvent.get(id)?.attempts ?? 0)),
  );
  const seen = [...recorder.seen].filter(([id]) => byEvent.has(id));
  fault(
    "duplicates with other ids or content",
    seen.filter(([, { variants }]) => variants.size > 1).map(([id]) => id),
  );
  fault(
    "a nonce is used again",
    seen.filter(([, { repeatedNonces }]) => repeatedNonces > 0).map(([id]) => id),
  );

  const rows = await store.db
    .selectFrom("deliveries")
    .leftJoin("attempts", (join) =>
      join.onRef("deliveries.sequence", "=", "attempts.delivery").on("attempts.number", "=", 1),
    )
    .selectAll("deliveries")
    .select(["attempts.started_at", "attempts.error as first_error"])
    .orderBy("deliveries.sequence")
    .execute();
  // A delivery keeps the attempt itself that delivered it.
  const firsts = rows.flatMap((row) => {
    const { event_id, started_at, first_error: error } = row;
    if (row.duration_ms !== null && row.earlier_attempts + row.attempts === 1)
      return [{ event_id, started_at: row.due_at, error: null }];
    return started_at === null ? [] : [{ event_id, started_at, error }];
  });
  if (firsts.length !== deliveries.length)
    faults.push(`${deliveries.length - firsts.length} first attempts aren't recorded`);
  fault("first attempts that began before that of an earlier event", tooEarly(firsts));
  return { faults, figures: figuresOf({ deliveries, recorder, inbox }) };
}

/** An attempt that was interrupted has the time at which its begin was planned, a little before it began. */
function tooEarly(firsts) {
  const early = [];
  let latest = 0;
  let latestPlanned = 0;
  for (const { event_id, started_at, error } of firsts) {
    const isPlanned = error === "interrupted";
    const bound = isPlanned ? latestPlanned : latest;
    if (started_at < bound) early.push(`${event_id} (${bound - started_at} ms)`);
    latest = Math.max(latest, started_at);
    if (isPlanned) latestPlanned = Math.max(latestPlanned, started_at);
  }
  return early;
}

function ids(rows) {
  return rows.map(({ event_id }) => event_id);
}

function figuresOf({ deliveries, recorder, inbox }) {
  const duplicates = [...recorder.seen.values()].filter(({ requests }) => requests > 1);
  const histogram = {};
  for (const { attempts } of deliveries) histogram[attempts] = (histogram[attempts] ?? 0) + 1;
  return {
    deliveries: deliveries.length,
    requests: recorder.counts.requests,
    answers: recorder.counts.statuses,
    requestedMoreThanOnce: duplicates.length,
    deliveriesByAttempts: histogram,
    // What a killed receiver had begun to handle is handled when its claim ends.
    handled: inbox.filter(({ state }) => state === "handled").length,
  };
}
