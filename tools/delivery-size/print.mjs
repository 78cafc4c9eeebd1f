const stages = ["asItIs", "vacuumed", "rewritten"];

/** Prints bytes for a delivery by table and index, from the largest on. */
export function printMeasures({ kind, deliveries, publishMs, deliverMs, serverMs, sizes }) {
  const each = (bytes) => (bytes / deliveries).toFixed(1).padStart(9);
  const shown = stages.filter((stage) => stage in sizes);
  const [before, last] = [serverMs[0], serverMs.at(-1)];
  const server = last === undefined ? "" : `, of the server ${each(1000 * (last - before))} µs`;
  console.log(
    `${kind}: ${deliveries} deliveries; processor time for each:${each(1000 * publishMs)} µs to publish,${each(1000 * deliverMs)} µs to deliver${server}`,
  );
  if (last !== undefined)
    console.log(
      `of the server, by round: ${serverMs
        .slice(1)
        .map((ms, index) => ms - serverMs[index])
        .join(" ")} ms`,
    );
  console.log(`bytes for each:`.padEnd(44) + shown.map((stage) => stage.padStart(10)).join(""));
  const total = (stage) => sizes[stage].reduce((sum, { bytes }) => sum + Number(bytes), 0);
  const line = (name, values) => console.log(name.padEnd(44) + values.map((each) => ` ${each}`).join(""));
  line(
    "all",
    shown.map((stage) => each(total(stage))),
  );
  const first = [...sizes[shown[0]]].sort((a, b) => Number(b.bytes) - Number(a.bytes));
  for (const { table, name, bytes } of first) {
    if (Number(bytes) / deliveries < 0.5) continue;
    const values = shown.map(
      (stage) => sizes[stage].find((e) => e.table === table && e.name === name)?.bytes ?? 0,
    );
    line(
      `  ${table} ${name}`,
      values.map((value) => each(Number(value))),
    );
  }
  for (const { table, live, dead, updated, hot } of sizes.rows)
    if (dead > 0 || updated > 0)
      console.log(`  ${table}: ${live} live, ${dead} dead, ${updated} updates, ${hot} of them hot`);
}
