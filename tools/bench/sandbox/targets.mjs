import { ratio, summarise } from "../statistics.mjs";

/**
 * What a run measured.
 * @typedef {object} Measured
 * @property {{ readonly cold: readonly number[], readonly warm: readonly number[] }} starts
 * @property {readonly import("./reading.mjs").Series[]} reading
 * @property {readonly import("./year.mjs").Year[]} years
 * @property {readonly import("./year.mjs").Year[]} months
 */

/** The sandbox's rate divided by the bare route's, round by round. @param {Measured} measured */
export function toBare({ reading: [bare, sandbox] }) {
  return ratio(sandbox.rates, bare.rates).median;
}

/**
 * @param {Measured} measured
 * @returns {readonly { readonly label: string, readonly figure: string, readonly reached: boolean }[]}
 */
export function resultsOf(measured) {
  const { starts, years, months } = measured;
  const [cold, warm] = [starts.cold, starts.warm].map((times) => summarise(times).median);
  const toRoute = toBare(measured);
  return [
    { label: "start to ready: below 1.5 s", figure: `${Math.round(cold)} ms`, reached: cold < 1500 },
    { label: "again in one process: below 400 ms", figure: `${Math.round(warm)} ms`, reached: warm < 400 },
    { label: "authorized GET: 0.4 × a bare route", figure: toRoute.toFixed(2), reached: toRoute >= 0.4 },
    ...years
      .filter(({ isCommand }) => isCommand)
      .map((year) => ({
        label: `a year of ${year.subscriptions}, ${year.label}: below 60 s and 300 MB, nothing lost`,
        figure: `${year.seconds.toFixed(1)} s, ${Math.round(year.peak)} MB, ${year.received} of ${year.emitted}`,
        reached:
          year.seconds < 60 && year.peak < 300 && year.received === year.emitted && year.repeated === 0,
      })),
    ...months.map((month) => ({
      label: `a month of ${month.subscriptions}, ${month.label}: below 300 MB, nothing lost`,
      figure: `${Math.round(month.peak)} MB, ${month.received} of ${month.emitted}`,
      reached: month.peak < 300 && month.received === month.emitted && month.repeated === 0,
    })),
  ];
}
