import { writeFileSync } from "node:fs";
import { it } from "vitest";
import { globMatcher } from "../../../../commands/conform/suite/select.js";
import { failures, runShop } from "../../../support/commands/conform/api/run-shop.js";
import { type ShopFault, shopFaults } from "../../../support/commands/conform/api/shop-rules.js";

it("tries", async () => {
  let out = "";
  const t0 = performance.now();
  const report = await runShop();
  out +=
    `${performance.now() - t0} ms ${JSON.stringify(report.counts)} ${(report.subject as any).requests}\n` +
    failures(report).join("\n") +
    "\nINCONCLUSIVE\n" +
    report.results
      .filter((r) => r.result === "inconclusive" && !/answer \w+ of/.test(r.reason!))
      .map((r) => r.id + ": " + r.reason)
      .join("\n") +
    JSON.stringify(report.incidents) +
    "\n";
  for (const [fault, glob] of Object.entries(shopFaults)) {
    try {
      const r = await runShop(fault as ShopFault);
      const f = failures(r);
      const hit = f.some((l) => globMatcher(glob)(l.split(" ")[0]!));
      out += `${hit && !r.conforms ? "ok  " : "MISS"} ${fault} ${f.length} ${hit ? "" : f.slice(0, 6).join("\n       ")} ${r.incidents ? JSON.stringify(r.incidents) : ""}\n`;
    } catch (e) {
      out += `ERR ${fault} ${(e as Error).stack}\n`;
    }
  }
  writeFileSync("/tmp/api-try.txt", out);
}, 500_000);
