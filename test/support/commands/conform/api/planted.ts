import { loadApiContracts } from "../../../../../commands/conform/api/contract/load-api-contracts.js";
import { runApi } from "../../../../../commands/conform/api/run/run-api.js";
import { createHttpSend } from "../../../../../commands/conform/exchange/http-send.js";
import type { Report } from "../../../../../commands/conform/result.js";
import type { Fault, ServerName } from "../../../api-servers/faults/fault.js";
import { startServer } from "../../../api-servers/start-server.js";
import { amply } from "./run-shop.js";

/** Checks that the shop's contract has nothing for: the servers of somebody else are asked these. */
export const askedElsewhere: readonly string[] = [
  "page-links",
  "several-values",
  "same-instant",
  "create-only",
  "etag-reborn",
  "put-creates",
  "action-twice",
  "in-use",
  "conflict",
  "unknown-reference",
  "reader",
  "accept",
  "huge-body",
  "state",
  "search",
  "time-range",
  "search-parts",
  "list-order",
  "if-match-delete",
  "foreign-reference",
  "foreign-total",
  "put-status",
  "if-match-creates",
  "etag-moves",
  "unchanged",
  "action-shown",
  "size-limit",
  "repeated-key",
  "refusal-status",
  "echo",
  "map-keys",
  "exact-times",
  "malformed-url",
  "repeated-query",
  "path-texts",
  "query-texts",
  "csv",
  "asynchronous",
  "unique",
  "overlap",
  "limit",
  "deleted-below",
  "refused-action",
  "update-keeps",
  "state-order",
];

/** Checks that no server but a small one of their own has something for: `counters.test.ts`. */
export const askedAlone: readonly string[] = ["counter"];

/** Tests one of the servers with state and two tenants, correct or with a planted fault, over sockets. */
export async function runPlanted(
  name: ServerName,
  fault: Fault | undefined,
  only: readonly string[] = [],
): Promise<Report> {
  const server = await startServer(name, fault);
  const http = createHttpSend(() => performance.now());
  try {
    const identities = server.identities.map(({ tenant, mayWrite, headers }) => ({
      name: mayWrite ? tenant : "reader",
      headers: Object.entries(headers),
    }));
    return await runApi({
      contracts: await loadApiContracts([server.document], "/"),
      contract: "openapi.yaml",
      url: server.url,
      identities,
      readers: ["reader"],
      limits: { ...amply, timeoutMs: 30_000 },
      seed: 7,
      only,
      send: http.send,
      now: () => performance.now(),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
  } finally {
    http.close();
    await server.close();
  }
}
