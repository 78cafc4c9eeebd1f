// Compares records and requests of the trial's end.

/** How much sooner one connection may bring a request than another, in milliseconds, on a machine with too much to do. */
const connectMs = 500;

/** Returns what is wrong, and figures. */
export async function checkShard({ store, config, count }, { arrivals, accepted }, { maxAttempts }) {
  const faults = [];
  const fault = (text) => void (faults.length < 10 && faults.push(`${config.shard}: ${text}`));
  const rows = await store.db
    .selectFrom("deliveries")
    .select(["sequence", "event_id", "endpoint_id", "state", "attempts", "earlier_attempts", "error"])
    .select(["due_at", "duration_ms"])
    .orderBy("sequence")
    .execute();
  const attempts = await store.db
    .selectFrom("attempts")
    .select(["delivery", "number", "started_at", "error"])
    .orderBy("number")
    .execute();
  if (rows.length !== count()) fault(`${rows.length} deliveries of ${count()} events`);
  const byDelivery = new Map();
  for (const attempt of attempts) {
    const list = byDelivery.get(attempt.delivery) ?? [];
    list.push(attempt);
    byDelivery.set(attempt.delivery, list);
  }
  const lastBegin = new Map();
  const lastArrival = new Map();
  const figures = {
    delivered: 0,
    repeated: 0,
    interrupted: 0,
    mostAttempts: 0,
    disordered: 0,
    mostOvertakenMs: 0,
  };
  for (const row of rows) {
    const total = row.attempts + row.earlier_attempts;
    // A delivery keeps the attempt itself that delivered it.
    const kept = row.duration_ms === null ? [] : [{ number: total, started_at: row.due_at, error: null }];
    const others = byDelivery.get(row.sequence) ?? [];
    const made = [...others.filter(({ number }) => number !== kept[0]?.number), ...kept];
    const came = arrivals.get(row.event_id) ?? [];
    const seen = came.length;
    if (row.state === "delivered") figures.delivered++;
    else fault(`${row.event_id} is ${row.state} after ${total} attempts: ${row.error}`);
    if (row.state === "delivered" && !accepted.has(row.event_id)) fault(`${row.event_id} was never accepted`);
    if (total > maxAttempts) fault(`${row.event_id} had ${total} attempts`);
    if (seen > total) fault(`${row.event_id} came ${seen} times in ${total} attempts`);
    if (made.length !== total) fault(`${row.event_id} has ${made.length} records of ${total} attempts`);
    if (seen > 1) figures.repeated++;
    figures.interrupted += made.filter(({ error }) => error === "interrupted").length;
    figures.mostAttempts = Math.max(figures.mostAttempts, total);
    if (came.length > 0) {
      const before = lastArrival.get(row.endpoint_id) ?? 0;
      figures.mostOvertakenMs = Math.max(figures.mostOvertakenMs, before - came[0]);
      lastArrival.set(row.endpoint_id, Math.max(before, came[0]));
    }
    const [first] = made;
    // When an interrupted one began is not known.
    if (first === undefined || first.error === "interrupted") continue;
    const before = lastBegin.get(row.endpoint_id) ?? 0;
    if (first.started_at < before) figures.disordered++;
    else lastBegin.set(row.endpoint_id, first.started_at);
  }
  // Those that are under way at once may overtake each other on their connections.
  if (figures.mostOvertakenMs > connectMs)
    fault(`a first request came ${figures.mostOvertakenMs} ms after that of a later event`);
  if (figures.disordered > 0) fault(`${figures.disordered} first attempts began before an earlier one`);
  return { faults, figures };
}
