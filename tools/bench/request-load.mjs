import { Pool } from "undici";

/**
 * Sends so many requests over kept connections, each as soon as the one before it on its connection is answered. Rejects if one isn't answered with
 * the status.
 * @param {string} origin
 * @param {{ readonly request: { readonly method: string, readonly path: string, readonly headers?: Record<string, string>, readonly body?: string },
 *   readonly status: number, readonly connections: number, readonly count: number }} load
 * @returns {Promise<{ readonly rate: number, readonly p50: number, readonly p99: number }>} per second, milliseconds
 */
export async function loadOf(origin, { request, status, connections, count }) {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const times = [];
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const started = performance.now();
      const { statusCode, body } = await pool.request(request);
      await body.dump();
      if (statusCode !== status) throw new Error(`${origin}${request.path} answers ${statusCode}`);
      times.push(performance.now() - started);
    }
  };
  try {
    const started = performance.now();
    await Promise.all(Array.from({ length: connections }, work));
    const seconds = (performance.now() - started) / 1000;
    times.sort((a, b) => a - b);
    const at = (part) => times[Math.floor(part * (times.length - 1))];
    return { rate: times.length / seconds, p50: at(0.5), p99: at(0.99) };
  } finally {
    await pool.destroy();
  }
}
