import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";

/** Entries in a file, one line of JSON each. An entry is on the disk when `add` returns, so a crash doesn't lose it. */
export function openJournal(file) {
  const entries = existsSync(file) ? readEntries(readFileSync(file, "utf8")) : [];
  const descriptor = openSync(file, "a");
  return {
    entries,
    add(entry) {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`);
      fsyncSync(descriptor);
    },
    close: () => closeSync(descriptor),
  };
}

/** Keeps nothing: what is acknowledged is lost when the process ends. */
export function noJournal() {
  return { entries: [], add() {}, close() {} };
}

/** A crash while an entry is written leaves an incomplete last line, which was never acknowledged. */
function readEntries(text) {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
