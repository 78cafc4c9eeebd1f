import { loadOf as requestLoad } from "../request-load.mjs";

/**
 * Sends so many authorized GET requests, as `loadOf` of `request-load.mjs`.
 * @param {string} origin
 * @param {{ readonly path: string, readonly authorization: string, readonly connections: number, readonly count: number }} load
 * @returns {Promise<{ readonly rate: number, readonly p50: number, readonly p99: number }>} per second, milliseconds
 */
export function loadOf(origin, { path, authorization, connections, count }) {
  const request = { method: "GET", path, headers: { authorization } };
  return requestLoad(origin, { request, status: 200, connections, count });
}
