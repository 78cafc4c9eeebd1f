/** What the sender writes down for its operators. */
export function createJournal() {
  const lines = [];
  return {
    lines,
    write: (event, facts) => lines.push(JSON.stringify({ event, ...facts })),
  };
}
