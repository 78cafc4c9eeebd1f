import { writeFileSync } from "node:fs";

// Loaded before the measured program: writes what the process took of the processor, in milliseconds, when it ends.
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.OIPKIT_BENCH_TIME ?? "", String((user + system) / 1000));
});
