/** @typedef {import("./subjects.mjs").Subject} Subject */

/**
 * @typedef {object} Series
 * @property {Subject} subject
 * @property {number[]} times nanoseconds per event, one for each round
 */

const calls = 20_000;
const warmUp = 8;

/**
 * Times every subject once per round, so noise affects all equally; every second round in reverse order. In each round,
 * the events are parsed again, several times, so their strings are new to the engine.
 * @param {readonly Subject[]} subjects
 * @param {readonly string[]} texts of valid events
 * @param {number} rounds
 * @returns {Series[]}
 */
export function measure(subjects, texts, rounds) {
  const all = subjects.map((subject) => ({ subject, times: [] }));
  for (let round = -warmUp; round < rounds; round++) {
    const events = Array.from({ length: 64 }, (_, index) => JSON.parse(texts[index % texts.length] ?? ""));
    for (const { subject, times } of round % 2 === 0 ? all : all.toReversed()) {
      const time = timeOf(subject.is, events);
      if (round >= 0) times.push(time);
    }
  }
  return all;
}

/**
 * @param {(value: unknown) => boolean} is
 * @param {readonly unknown[]} events
 */
function timeOf(is, events) {
  const started = process.hrtime.bigint();
  let valid = 0;
  for (let call = 0; call < calls; call++) if (is(events[call & 63])) valid++;
  const elapsed = Number(process.hrtime.bigint() - started);
  if (valid !== calls) throw new Error("a valid event was rejected");
  return elapsed / calls;
}
