import type { ApiRunOptions } from "../../../../../commands/conform/api/run/api-run-options.js";
import { runApi } from "../../../../../commands/conform/api/run/run-api.js";
import type { Report } from "../../../../../commands/conform/result.js";
import { loadText } from "../../mock/pets.js";
import { Shop } from "./shop.js";
import { shopContract } from "./shop-contract.js";
import type { ShopFault } from "./shop-rules.js";

const contracts = await loadText(shopContract);

/** Limits that no test reaches. */
export const amply = {
  requests: 20_000,
  durationMs: 600_000,
  perSecond: undefined,
  timeoutMs: 5_000,
  maxAnswerBytes: 1_000_000,
};

/** Tests the shop, correct or with a fault, without sockets. */
export function runShop(fault?: ShopFault, options: Partial<ApiRunOptions> = {}): Promise<Report> {
  let time = 0;
  return runApi({
    contracts,
    contract: "shop.yaml",
    url: "http://127.0.0.1:8080",
    identities: [
      { name: "alice", headers: [["authorization", "Bearer alice-token"]] },
      { name: "bob", headers: [["authorization", "Bearer bob-token"]] },
    ],
    expired: { name: "expired", headers: [["authorization", "Bearer old-token"]] },
    limits: amply,
    seed: 1,
    send: new Shop(fault).send,
    now: () => time++,
    sleep: async () => {},
    ...options,
  });
}

/** The failed cases of a run, each with its level and reason. */
export function failures({ results }: Report): readonly string[] {
  return results
    .filter(({ result }) => result === "failed")
    .map(({ id, level, reason }) => `${id} (${level}): ${reason}`);
}
