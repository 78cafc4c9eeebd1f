import { ratio, summarise } from "../statistics.mjs";

/**
 * What a run measured.
 * @typedef {object} Measured
 * @property {readonly import("./throughput.mjs").Series[]} throughput
 * @property {readonly { readonly id: string, readonly label: string, readonly p50: readonly number[], readonly p99: readonly number[] }[]} isolation
 * @property {{ readonly count: number, readonly published: number, readonly peak: number, readonly seconds: number, readonly delivered: number }} backlog
 * @property {{ readonly count: number, readonly answered: number, readonly repeated: number, readonly rate: number, readonly shares: readonly number[] }} shared
 */

/** A case's rate divided by the floor's, round by round. @param {Measured} measured @param {string} id */
export function toFloor({ throughput }, id) {
  const find = (wanted) => throughput.find((series) => series.id === wanted).rates;
  return ratio(find(id), find("floor")).median;
}

/** How many times longer the slowest percent waits with hanging endpoints. @param {Measured} measured */
export function slowdown({ isolation: [answering, hanging] }) {
  return summarise(hanging.p99).median / summarise(answering.p99).median;
}

/**
 * @param {Measured} measured
 * @returns {readonly { readonly label: string, readonly figure: string, readonly reached: boolean }[]}
 */
export function resultsOf(measured) {
  const [sqlite, postgres] = ["sqlite", "postgres"].map((id) => toFloor(measured, id));
  const times = slowdown(measured);
  const { backlog, shared } = measured;
  return [
    { label: "SQLite: 0.5 × the floor", figure: sqlite.toFixed(2), reached: sqlite >= 0.5 },
    { label: "PostgreSQL: 0.35 × the floor", figure: postgres.toFixed(2), reached: postgres >= 0.35 },
    { label: "p99 with 1 % hanging: at most twice", figure: times.toFixed(2), reached: times <= 2 },
    {
      label: `backlog of ${backlog.count} delivered below 250 MB`,
      figure: `${Math.round(backlog.peak)} MB, ${backlog.delivered} delivered in ${Math.round(backlog.seconds)} s`,
      reached: backlog.peak < 250 && backlog.delivered === backlog.count,
    },
    {
      label: "two processes: each attempt once",
      figure: `${shared.answered} of ${shared.count}, ${shared.repeated} twice`,
      reached: shared.answered === shared.count && shared.repeated === 0,
    },
  ];
}
