// The cases that failed last, which the next mutant is likely to fail, too: it is near the last one.

const most = 40;

/** Remembers the last ids that were added, and puts their cases first. The order of cases changes no verdict, only its time. */
export function recentCases() {
  const ids = new Set();
  return {
    add(id) {
      ids.delete(id);
      ids.add(id);
      if (ids.size > most) ids.delete(ids.values().next().value);
    },
    sort: (stages) =>
      stages.map(({ configuration, suite }) => {
        const first = suite.cases.filter(({ id }) => ids.has(id));
        const rest = suite.cases.filter(({ id }) => !ids.has(id));
        return { configuration, suite: { ...suite, cases: [...first, ...rest] } };
      }),
  };
}
