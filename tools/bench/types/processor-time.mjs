import { writeFileSync } from "node:fs";

// Loaded before the measured program: when the process ends, writes its processor time in milliseconds.
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.OIPKIT_BENCH_TIME ?? "", String((user + system) / 1000));
});
