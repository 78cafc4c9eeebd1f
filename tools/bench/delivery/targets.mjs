import { ratio, summarise } from "../statistics.mjs";

/**
 * What a run measured.
 * @typedef {object} Measured
 * @property {readonly import("./throughput.mjs").Series[]} throughput
 * @property {readonly { readonly id: string, readonly label: string, readonly isWarm: boolean, readonly hanging: number, readonly p50: readonly number[], readonly p99: readonly number[] }[]} isolation
 * @property {{ readonly count: number, readonly published: number, readonly peak: number, readonly seconds: number, readonly delivered: number }} backlog
 * @property {{ readonly count: number, readonly answered: number, readonly repeated: number, readonly rate: number, readonly shares: readonly number[] }} shared
 */

/** A case's rate divided by the floor's, round by round. @param {Measured} measured @param {string} id */
export function toFloor({ throughput }, id) {
  const find = (wanted) => throughput.find((series) => series.id === wanted).rates;
  return ratio(find(id), find("floor")).median;
}

/** How many times longer the slowest percent waits with hanging endpoints, for each part that hangs. @param {Measured} measured */
function slowdowns({ isolation }) {
  return isolation
    .filter(({ hanging }) => hanging > 0)
    .map(({ label, isWarm, p99 }) => {
      const healthy = isolation.find((series) => series.isWarm === isWarm && series.hanging === 0);
      return { label, times: summarise(p99).median / summarise(healthy.p99).median };
    });
}

/** The processor time of a delivery with 10,000 endpoints, divided by that with 8. @param {Measured} measured @param {string} id */
function manyToFew({ throughput }, id) {
  const find = (wanted) => throughput.find((series) => series.id === wanted).cpu;
  return ratio(find(`${id}-many`), find(id)).median;
}

/**
 * @param {Measured} measured
 * @returns {readonly { readonly label: string, readonly figure: string, readonly reached: boolean }[]}
 */
export function resultsOf(measured) {
  const [sqlite, postgres] = ["sqlite", "postgres"].map((id) => toFloor(measured, id));
  const many = ["sqlite", "postgres"].map((id) => manyToFew(measured, id));
  const { backlog, shared } = measured;
  return [
    { label: "SQLite: 0.6 × the floor", figure: sqlite.toFixed(2), reached: sqlite >= 0.6 },
    { label: "PostgreSQL: 0.45 × the floor", figure: postgres.toFixed(2), reached: postgres >= 0.45 },
    ...many.map((times, index) => ({
      label: `${index === 0 ? "SQLite" : "PostgreSQL"}: 10,000 endpoints, at most 1.3 times the processor time of 8`,
      figure: times.toFixed(2),
      reached: times <= 1.3,
    })),
    ...slowdowns(measured).map(({ label, times }) => ({
      label: `p99, ${label}: at most twice that of all healthy`,
      figure: times.toFixed(2),
      reached: times <= 2,
    })),
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
