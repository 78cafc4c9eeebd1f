import { describe, expect, it } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import { pets } from "../support/commands/mock/pets.js";
import { contractFolder } from "../support/generator/emit/contract-folder.js";

const marker = 'M4rker"\\é/+';

/** Every form in which the marker could come out. */
const forms = [
  marker,
  encodeURIComponent(marker),
  encodeURIComponent(marker).toLowerCase(),
  JSON.stringify(marker).slice(1, -1),
  Buffer.from(marker).toString("base64").slice(0, -4),
  Buffer.from(marker).toString("hex"),
  "M4rker",
];

const addresses = [
  `http://user:${encodeURIComponent(marker)}@127.0.0.1:1/`,
  `https://${encodeURIComponent(marker)}@127.0.0.1:1/`,
  // These can't be parsed, or have another scheme.
  `http://user:${encodeURIComponent(marker)}@127.0.0.1:99999/`,
  `ftp://user:${encodeURIComponent(marker)}@127.0.0.1/`,
  `http:\\\\user:${encodeURIComponent(marker)}@127.0.0.1:1/`,
  `user:${encodeURIComponent(marker)}@127.0.0.1`,
];

const options: [string, (url: string) => readonly string[]][] = [
  ["mock --proxy", (url) => ["mock", "api.yaml", "--proxy", url]],
  ["mock --webhooks", (url) => ["mock", "api.yaml", "--webhooks", url]],
  ["send --to", (url) => ["send", "oem.subscription.created.v1", "--to", url]],
  ["conform", (url) => ["conform", url]],
  ["conform --probe", (url) => ["conform", "http://127.0.0.1:1/", "--probe", url]],
  ["conform --public-url", (url) => ["conform", "http://127.0.0.1:1/", "--public-url", url]],
  ["conform --sender", (url) => ["conform", "--sender", url]],
  ["receive --public-url", (url) => ["receive", "--public-url", url]],
  ["listen --forward-to", (url) => ["listen", "--forward-to", url]],
  ["listen --control", (url) => ["listen", "--forward-to", "http://127.0.0.1:1/", "--control", url]],
  ["sandbox status --control", (url) => ["sandbox", "status", "--control", url]],
  ["sandbox stress --probe", (url) => ["sandbox", "stress", "--probe", url]],
  ["trigger --control", (url) => ["trigger", "oem.subscription.created.v1", "--control", url]],
  ["manifest verify", (url) => ["manifest", "verify", "manifest.json", "--url", url]],
];

describe("an address with credentials", () => {
  it.each(options)("is refused by %s, and nothing of them is printed", async (_, args) => {
    const cwd = await contractFolder({ "api.yaml": pets, "manifest.json": "{}" });
    for (const address of addresses) {
      const { exitCode, out, err } = await runCommand(cwd, ...args(address));
      const leaked = forms.filter((form) => `${out}${err}`.includes(form));
      expect({ address, exitCode, leaked }).toEqual({ address, exitCode: 2, leaked: [] });
    }
  });
});

describe("the address of a store", () => {
  const stores = ["postgres", "postgresql", "redis", "rediss"].flatMap((scheme) => [
    `${scheme}://user:${encodeURIComponent(marker)}@127.0.0.1:1/x`,
    `${scheme}://user:${encodeURIComponent(marker)}@127.0.0.1:99999/x`,
  ]);

  it.each(stores)("is used or refused, and nothing of its credentials is printed: %s", async (store) => {
    const cwd = await contractFolder({ "api.yaml": pets });
    for (const args of [
      ["receiver", "migrate", "--store", store],
      ["inbox", "list", "--store", store],
      ["deliveries", "list", "--store", store],
    ]) {
      const { exitCode, out, err } = await runCommand(cwd, ...args);
      const leaked = forms.filter((form) => `${out}${err}`.includes(form));
      expect({ args, exitCode, leaked }).toEqual({ args, exitCode: 2, leaked: [] });
    }
  });
});
