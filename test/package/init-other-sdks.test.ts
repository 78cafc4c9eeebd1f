import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { describeInit } from "../support/package/describe-init.js";
import { smallContract } from "../support/schemes/small-contract.js";
import { smallProtocols } from "../support/schemes/small-protocols.js";

const cases = { only: ["*"], tests: ["protocol/signature/*"] };

describeInit("Standard Webhooks, without token, nonce and Application", {
  args: ["--yes"],
  packages: ["libsql"],
  contracts: "examples/bookshop/contracts",
  sends: { event: "book.restocked", status: 202 },
  ...cases,
});

describeInit("a public key of Ed25519", {
  args: ["--framework", "hono", "--store", "memory"],
  packages: ["@hono/node-server", "hono"],
  contracts: "examples/schemes/discord",
  sends: { event: "APPLICATION_AUTHORIZED", status: 204 },
  ...cases,
});

const folder = mkdtempSync(join(tmpdir(), "oipkit-contract-"));
afterAll(() => rmSync(folder, { recursive: true }));
const [rsa] = Object.values(smallProtocols);
writeFileSync(join(folder, "events.asyncapi.yaml"), JSON.stringify(smallContract(rsa ?? {})));
const address = "https://receiver.example/notes";

describeInit("a public key of RSA, nonces, and an address that is signed", {
  args: ["--yes"],
  packages: ["libsql"],
  contracts: folder,
  env: () => ({ PUBLIC_URL: address }),
  sends: { event: "note.made", status: 200, flags: ["--public-url", address] },
  ...cases,
});
