/** What no output may hold: control characters except line feeds, bidirectional marks, line separators. */
export const unsafe = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** What a CI runner would take for a command: `::` at the start of a line, or `##[` anywhere. */
export const runnerCommand = /^\s*::|##\w*\[/m;
