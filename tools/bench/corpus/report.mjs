import { goalsOf } from "./verdicts.mjs";

/**
 * For the terminal: everything that isn't fine, by tool and verdict, then where the time went, then the goals.
 * @param {readonly import("./verdicts.mjs").Judged[]} all
 */
export function report(all) {
  /** @type {Map<string, import("./verdicts.mjs").Judged[]>} */
  const groups = new Map();
  for (const one of all) {
    const name = `${one.tool.label}, ${one.document.kind}, ${one.verdict}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const lists = [...groups].flatMap(([name, some]) => {
    const bad = some.filter(({ verdict }) => verdict !== "accepted");
    const lines = bad.map(({ document, why }) => `  ${printable(document.id)}  ${printable(why)}`);
    return [`${name}: ${some.length}`, ...lines];
  });
  return `${[...lists, "", ...times(all), "", ...goals(all)].join("\n")}\n`;
}

function times(all) {
  const ids = [...new Set(all.map(({ tool }) => tool.id))];
  return ids.map((id) => {
    const own = all.flatMap(({ tool, result }) => (tool.id === id ? [result] : []));
    const generating = own.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const compiling = own.reduce((sum, { types }) => sum + (types?.milliseconds ?? 0), 0);
    const using = own.reduce((sum, { used }) => sum + (used?.milliseconds ?? 0), 0);
    return `${id}: ${Math.round(generating / 1000)} s in it, ${Math.round(compiling / 1000)} s compiling, ${Math.round(using / 1000)} s loading`;
  });
}

const goals = (all) => goalsOf(all).map(({ text, reached }) => `${reached ? "reached" : "missed"}: ${text}`);

/** Text of a document may steer a terminal. */
const printable = (text) => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").slice(0, 500);
