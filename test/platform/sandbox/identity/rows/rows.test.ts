import type { Kysely } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSqliteStore, type Store } from "../../../../../delivery/index.js";
import {
  createMemoryRows,
  createSqlRows,
  type IdentityTables,
  migrateIdentityRows,
} from "../../../../../platform/sandbox/identity/index.js";
import { createSignIn } from "../../../../../runtime/oauth/index.js";
import { afterThisTest } from "../../../../support/clean-up.js";
import { createBrowser } from "../../../../support/platform/sandbox/identity/browser.js";
import { rowsSuite } from "../../../../support/platform/sandbox/identity/rows/rows-suite.js";
import {
  redirectUri,
  settings,
  startIssuers,
} from "../../../../support/platform/sandbox/identity/start-issuers.js";

let store: Store;
const db = () => store.db as unknown as Kysely<IdentityTables>;
beforeAll(async () => {
  store = await openSqliteStore({ file: ":memory:" });
  await migrateIdentityRows(db());
});
afterAll(() => store.close());

rowsSuite("in memory", createMemoryRows);
rowsSuite("in SQLite", () => createSqlRows(db()));

it("the table of identity rows is created once", async () => {
  await expect(migrateIdentityRows(db())).resolves.toBeUndefined();
});

it("issuers on SQL rows sign in, and refresh after a restart", async () => {
  const issuers = await startIssuers({ rows: createSqlRows(db()) });
  afterThisTest(() => issuers[Symbol.asyncDispose]());
  const { user: clientId } = issuers.register();
  const scopes = ["openid", "offline_access"];
  const signIn = createSignIn({ issuer: issuers.urls.sandbox, clientId, redirectUri, scopes });
  const { url, transaction } = await signIn.begin({ parameters: { prompt: "consent" } });
  const browser = createBrowser();
  const session = await signIn.complete(await browser.go(url, { person: "ada" }), transaction);
  issuers.restart();
  const renewed = await signIn.refresh(session);
  expect(await issuers.verify(renewed.accessToken)).toMatchObject({ person: "ada" });
  const again = await signIn.begin();
  expect(await browser.go(again.url)).toContain(redirectUri);
  expect(issuers.failures).toEqual([]);
});

it("issuers keep a limited number of rows of a kind", async () => {
  const few = { ...settings, limits: { ...settings.limits, rows: 10 } };
  const issuers = await startIssuers({ rows: createSqlRows(db()), settings: few });
  afterThisTest(() => issuers[Symbol.asyncDispose]());
  const { user } = issuers.register();
  const query = new URLSearchParams({
    client_id: user,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  for (let count = 0; count < 70; count += 1)
    await fetch(`${issuers.urls.sandbox}/auth?${query}`, { redirect: "manual" });
  const kept = await db()
    .selectFrom("sandbox_identity")
    .select("id")
    .where("kind", "=", "Interaction")
    .execute();
  expect(kept.length).toBeGreaterThanOrEqual(10);
  expect(kept.length).toBeLessThan(60);
});
