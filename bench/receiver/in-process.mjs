import { makeSubjects } from "./subjects.mjs";

// Short, so that most batches run without being interrupted.
const batch = 50;

/**
 * Times every subject once a round, in a batch of calls one after the other, every second round backwards.
 * @param {{ readonly rounds: number }} options
 * @returns {Promise<{ readonly bytes: number, readonly series: readonly { id: string, label: string, times: number[] }[] }>}
 *   microseconds for one call, of each round
 */
export async function measureInProcess({ rounds }) {
  const { bytes, subjects } = makeSubjects();
  const series = subjects.map(({ id, label }) => ({ id, label, times: [] }));
  const warmUp = 40;
  for (let round = -warmUp; round < rounds; round++) {
    const order = subjects.map((_, index) => index);
    for (const index of round % 2 === 0 ? order : order.reverse()) {
      const time = await timeBatch(subjects[index]);
      if (round >= 0) series[index].times.push(time);
    }
  }
  return { bytes, series };
}

/** @param {import("./subjects.mjs").Subject} subject */
async function timeBatch({ prepare, call }) {
  const inputs = Array.from({ length: batch }, () => prepare?.());
  const started = performance.now();
  for (const input of inputs) {
    const result = call(input);
    if (result instanceof Promise) await result;
  }
  return ((performance.now() - started) / batch) * 1000;
}
