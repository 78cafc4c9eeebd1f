const keptLines = 10_000;

/** One line for each delivery, to stderr: the outcome and the ids, nothing else of the request. */
export function createLog() {
  const lines = [];
  return {
    write(entry) {
      const line = JSON.stringify(entry);
      lines.push(line);
      if (lines.length > keptLines) lines.shift();
      console.error(line);
    },
    holds: (text) => lines.some((line) => line.includes(text)),
  };
}
