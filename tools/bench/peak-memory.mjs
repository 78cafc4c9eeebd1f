// Loaded into a measured process: writes its peak memory, in MB, when it ends.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const file = process.env.PEAK_MEMORY;
  if (file !== undefined) writeFileSync(file, String(Math.round(process.resourceUsage().maxRSS / 1024)));
});
