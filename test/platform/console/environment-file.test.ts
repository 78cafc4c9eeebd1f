import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { environmentFile } from "../../../platform/console/app/environment-file.js";
import { environmentTexts } from "../../../platform/console/app/texts/environment-texts.js";
import { runCommand } from "../../support/cli/run-command.js";
import { root, temporaryFolder } from "../../support/generator/emit/contract-folder.js";

const configuration = {
  flow: "client_credentials",
  issuer: "http://127.0.0.1:8787/identity/sandbox",
  discovery_url: "http://127.0.0.1:8787/identity/sandbox/.well-known/openid-configuration",
  token_endpoint: "http://127.0.0.1:8787/identity/sandbox/token",
  api_url: "http://127.0.0.1:8787",
  products: [],
  redirect_uris: [],
  credential: { kind: "client-secret", version: 1 },
} as const;

const details = {
  application: { application_id: "app_1", organization_id: "org_1", environment: "sandbox" },
  call_configuration: [
    { ...configuration, identity: "application", client_id: "client_1" },
    {
      ...configuration,
      identity: "user",
      client_id: "client_2",
      redirect_uris: ["https://app.example.com/callback"],
    },
  ],
} as unknown as Parameters<typeof environmentFile>[0];

const secrets = { signing: "signing-secret", token: "verification-token" };
const { en, zh } = environmentTexts;
const copied = environmentFile(details, secrets, (name) => en[name]);

/** Names that are set in a `.env`. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? "");

/** Of section 5.3. */
const named = [
  "SERVICE_IDENTITY_ISSUER",
  "SERVICE_TOKEN_ENDPOINT",
  "SERVICE_API_BASE",
  "SERVICE_ACCESS_TOKEN",
];

it("has the names of a project of init, those that oipkit sandbox fills, those of section 5.3, and no others", async () => {
  const wanted = new Set(named);
  for (const identity of ["application", "user"]) {
    const cwd = await temporaryFolder();
    await runCommand(cwd, "init", "receiver", "--identity", identity);
    for (const name of namesIn(await readFile(join(cwd, "receiver/.env"), "utf8"))) wanted.add(name);
    const config = await readFile(join(cwd, "receiver/src/config.ts"), "utf8");
    for (const [, name = ""] of config.matchAll(/"([A-Z][A-Z0-9_]+)"|env\.([A-Z][A-Z0-9_]+)/g))
      if (name !== "") wanted.add(name);
  }
  const guide = await readFile(join(root, "docs/guide/sandbox.md"), "utf8");
  const printed = namesIn(guide);
  expect(printed).toContain("CLIENT_SECRET");
  for (const name of printed.filter((each) => each !== "TOKEN")) wanted.add(name);
  expect(namesIn(copied).sort()).toEqual([...wanted].sort());
});

it("configures the project that init writes", async () => {
  const cwd = await temporaryFolder();
  await runCommand(cwd, "init", "receiver");
  const { readConfig } = await import(join(cwd, "receiver/src/config.ts"));
  expect(readConfig(parseEnv(copied))).toMatchObject({
    application: { id: "app_1", environment: "sandbox" },
    secrets: ["signing-secret"],
    verificationToken: "verification-token",
    encryptKey: undefined,
    host: "127.0.0.1",
    port: 8080,
    probe: false,
  });
});

it("says in both languages which value it can't have", () => {
  for (const texts of [en, zh]) {
    const text = environmentFile(details, { token: "verification-token" }, (name) => texts[name]);
    expect(text).toContain(`# ${texts.missing}\nWEBHOOK_SECRET=\n`);
    expect(text).toContain(`# ${texts.clientSecret}\nCLIENT_SECRET=\n`);
    const whole = environmentFile(details, { ...secrets, client: "cs_1" }, (name) => texts[name]);
    expect(whole).toContain("\nCLIENT_SECRET=cs_1\n");
    expect(whole).not.toContain(texts.clientSecret);
    expect(whole).not.toContain(texts.missing);
    for (const line of text.split("\n")) expect(line).toMatch(/^(?:#.*|[A-Z_]+=.*|)$/);
  }
});
