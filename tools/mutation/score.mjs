// The figures of a run.

/** The share of killed mutants below which a run fails, in percent. */
export const leastScore = 95;

/** Counts mutants by their status; `judged` are all but those that are left out. */
export function scoreOf(mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  return {
    judged: mutants.length - count("left out"),
    killed: count("killed", "timeout"),
    timeouts: count("timeout"),
    noted: count("noted"),
    survived: count("survived", "error"),
    leftOut: count("left out"),
  };
}

/** The sum of several counts. */
export function sumOf(scores) {
  const names = ["judged", "killed", "timeouts", "noted", "survived", "leftOut"];
  const sum = (name) => scores.reduce((total, score) => total + score[name], 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)]));
}

/**
 * The share of the killed among the mutants that break a rule, in percent: without those that only cases of level info note, and
 * without `harmless` ones, which are explained as anything but a hole. Rounded down to one decimal.
 */
export function adjustedScore({ judged, killed, noted }, harmless) {
  return percent(killed, judged - noted - harmless);
}

/** The share of a part in percent, rounded down to one decimal. */
export function percent(part, whole) {
  if (whole === 0) return 100;
  return Math.floor((1000 * part) / whole) / 10;
}
