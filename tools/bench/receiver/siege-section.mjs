import { summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";

const limits = { p99: 250, growth: 1.25 };

/** Whether a receiver withstood: all good deliveries acknowledged, soon, and the memory doesn't grow with the attacks. */
export function judge({ good, wanted, memory }) {
  const acknowledged = good.filter(({ status }) => status === 204);
  const times = acknowledged.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? Number.NaN;
  const { samples } = memory;
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  // The first quarter fills the heap up to what the collector allows.
  const early = summarise(samples.slice(quarter, 2 * quarter).concat(samples.slice(-1))).median;
  const late = summarise(samples.slice(-quarter)).median;
  const [p50, p99, growth] = [at(0.5), at(0.99), late / early];
  const statuses = new Map();
  for (const { status } of good) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const all = acknowledged.length === wanted;
  const withstood = all && p99 < limits.p99 && growth < limits.growth;
  return { acknowledged: acknowledged.length, statuses, p50, p99, growth, withstood };
}

/** The siege's section of the results, in Markdown. */
export function section({ facts, result, seconds, rate, heap, store, date, machine }) {
  const { memory, counts, readiness, wanted } = facts;
  const mebibytes = (value) => `${Math.round(value)} MiB`;
  const listed = (map) => [...map].map(([key, count]) => `${count} × ${key}`).join(", ");
  return `## receiver under siege, ${store}

\`oipkit receive\` with a heap of ${heap} MiB (\`--max-old-space-size\`): ${seconds} seconds of every attack that needs no credentials, all
at once, beside ${rate} good deliveries per second, each on a new connection; then five seconds without attacks.

- Date: ${date}
- Machine: ${machine}; the attackers run on it, too, with a low priority
- Again: \`npm run siege:receiver${store === "memory" ? "" : ` -- --store ${store}`}\`
- Withstood: ${result.withstood ? "yes" : "no"}

${markdownTable(
  ["Measure", "Result", "Target"],
  [
    ["Good deliveries answered 204", `${result.acknowledged} of ${wanted}`, "all"],
    ["Their answers", listed(result.statuses), ""],
    ["p50", `${result.p50.toFixed(1)} ms`, ""],
    ["p99", `${result.p99.toFixed(1)} ms`, `< ${limits.p99} ms`],
    ["Memory (RSS) before", mebibytes(memory.start), ""],
    ["Memory, maximum", mebibytes(Math.max(...memory.samples, memory.end)), ""],
    ["Memory at the end", mebibytes(memory.end), ""],
    ["Memory, last quarter ÷ second", result.growth.toFixed(2), `< ${limits.growth}`],
    ["Readiness, once a second", listed(readiness), ""],
  ],
)}

${markdownTable(
  ["Attack", "Connections made"],
  Object.entries(counts).map(([name, count]) => [name, String(count)]),
)}
`;
}
