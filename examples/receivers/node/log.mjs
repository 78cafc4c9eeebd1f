const keptLines = 10_000;

/** One line for each delivery, to stderr. It says what became of it and nothing of what was sent but its ids. */
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
