/** A clock that stands still until it is advanced. */
export function createClock(start) {
  let now = start;
  return {
    now: () => now,
    set: (time) => {
      now = Math.max(now, time);
    },
  };
}
