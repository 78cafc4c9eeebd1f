const waits = "insert or replace into waiting (sequence, endpoint_id, due_at, kind)";
const isWaiting = "values (new.sequence, new.endpoint_id, new.due_at, new.kind)";
const isSending =
  "insert or replace into sending (endpoint_id, sequence) values (new.endpoint_id, new.sequence)";
const isUndelivered = "insert or replace into undelivered (state, sequence) values (new.state, new.sequence)";
const noMore = {
  waiting: "delete from waiting where sequence = old.sequence",
  sending: "delete from sending where endpoint_id = old.endpoint_id and sequence = old.sequence",
  undelivered: "delete from undelivered where state = old.state and sequence = old.sequence",
};

/** What SQLite does for each row of `deliveries` that is written. Triggers of one event run in any order. */
export const sqliteTriggers: readonly string[] = [
  on("insert", { name: "waits", when: "new.state = 'pending'", work: `${waits} ${isWaiting}` }),
  on("insert", { name: "sends", when: "new.state = 'sending'", work: isSending }),
  on("insert", { name: "ends", when: "new.state in ('failed', 'cancelled')", work: isUndelivered }),
  on("update", {
    name: "waits_again",
    when: "new.state = 'pending' and (old.state <> 'pending' or new.due_at <> old.due_at)",
    work: `${waits} ${isWaiting}`,
  }),
  on("update", {
    name: "waits_no_more",
    when: "old.state = 'pending' and new.state <> 'pending'",
    work: noMore.waiting,
  }),
  on("update", {
    name: "is_sent",
    when: "new.state = 'sending' and old.state <> 'sending'",
    work: isSending,
  }),
  on("update", {
    name: "is_sent_no_more",
    when: "old.state = 'sending' and new.state <> 'sending'",
    work: noMore.sending,
  }),
  on("update", {
    name: "is_given_up",
    when: "new.state in ('failed', 'cancelled') and old.state <> new.state",
    work: isUndelivered,
  }),
  on("update", {
    name: "is_taken_up",
    when: "old.state in ('failed', 'cancelled') and old.state <> new.state",
    work: noMore.undelivered,
  }),
  on("delete", {
    name: "is_removed",
    when: "old.state <> 'delivered'",
    work: Object.values(noMore).join("; "),
  }),
];

interface Trigger {
  readonly name: string;
  readonly when: string;
  readonly work: string;
}

function on(event: "insert" | "update" | "delete", { name, when, work }: Trigger): string {
  const what = event === "update" ? "update of state, due_at" : event;
  return `create trigger deliveries_${name} after ${what} on deliveries when ${when} begin ${work}; end`;
}
