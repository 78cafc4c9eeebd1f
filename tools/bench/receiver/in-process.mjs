import { makeSubjects } from "./subjects.mjs";

// Short, so most batches aren't interrupted.
const batch = 50;

/**
 * Times every subject once per round, in a batch of sequential calls, every second round in reverse order.
 * @param {{ readonly rounds: number }} options
 * @returns {Promise<{ readonly bytes: number, readonly series: readonly { id: string, label: string, times: number[] }[] }>}
 *   microseconds per call, one for each round
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
async function timeBatch({ prepare, call, check }) {
  const inputs = Array.from({ length: batch }, () => prepare?.());
  const results = Array.from({ length: batch });
  const started = performance.now();
  for (let index = 0; index < batch; index++) {
    const result = call(inputs[index]);
    results[index] = result instanceof Promise ? await result : result;
  }
  const microseconds = (performance.now() - started) * 1000;
  if (check !== undefined) results.forEach(check);
  return microseconds / batch;
}
