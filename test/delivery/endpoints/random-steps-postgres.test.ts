// @needs postgres
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPostgresStore, type Store } from "../../../delivery/index.js";
import { accountsOn, record, types, url } from "../../support/delivery/endpoints/accounts-fixture.js";
import { step } from "../../support/delivery/endpoints/model.js";
import { play } from "../../support/delivery/endpoints/play.js";
import { postgresUrl } from "../../support/services/urls.js";

const schema = `oipkit_delivery_steps_${process.pid}`;
const client = new pg.Client({ connectionString: postgresUrl });
const stores: Store[] = [];
beforeAll(async () => {
  await client.connect();
  for (let count = 0; count < 2; count += 1)
    stores.push(await openPostgresStore({ connectionString: postgresUrl, schema }));
  await stores[0]?.migrate();
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.end();
});

it("agrees with a simple model whatever is done, and no row holds a secret", async () => {
  const [store] = stores;
  if (store === undefined) throw new Error("no store");
  const issued: string[] = [];
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: "max" }), async (steps) => {
      runs += 1;
      issued.push(...(await play({ store, application: `app-${runs}` }, steps)));
    }),
    { numRuns: 25 },
  );
  let text = "";
  for (const table of [
    "endpoints",
    "saves",
    "credentials",
    "audit",
    "lanes",
    "events",
    "deliveries",
    "waiting",
    "sending",
    "undelivered",
    "attempts",
  ]) {
    const { rows } = await client.query<{ line: string }>(`select t::text as line from ${schema}.${table} t`);
    text += rows.map(({ line }) => line).join("\n");
  }
  expect(text).toContain("receiver.example");
  expect(issued.length).toBeGreaterThan(100);
  expect(issued.filter((secret) => text.includes(secret))).toEqual([]);
}, 60_000);

it("lets two processes race, and one of them win each time", async () => {
  for (let round = 0; round < 10; round += 1) {
    const application = `race-${round}`;
    const sides = stores.map((store) => accountsOn(store));
    for (const side of sides) side.applications.set(application, record(application));
    const test = await sides[0]?.endpoints.test(application, url);
    if (test?.verified !== true) throw new Error("not verified");
    const request = {
      application,
      url,
      eventTypes: [types[0]],
      actor: "ada",
      revision: 0,
      proof: test.proof,
    };
    const save = (operationId: string) =>
      Promise.allSettled(
        sides.flatMap(({ endpoints }, index) => [
          endpoints.save({ ...request, operationId }),
          endpoints.save({ ...request, operationId: `${operationId}-${index}` }),
        ]),
      );
    const results = await save("same");
    const revisions = results.flatMap((one) => (one.status === "fulfilled" ? [one.value.endpoint.id] : []));
    expect(new Set(revisions).size).toBe(1);
    for (const one of results)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "revision-conflict" });
    let handed = 0;
    const deliver = async (): Promise<void> => {
      handed += 1;
    };
    const rotations = await Promise.all(
      sides.map(({ credentials }) =>
        credentials.rotate(application, "signing-secret", { operationId: "rotate", actor: "ada", deliver }),
      ),
    );
    expect([handed, rotations.map(({ version }) => version)]).toEqual([1, [2, 2]]);
    const listed = await sides[1]?.credentials.list(application);
    expect(listed?.map(({ kind, version, state }) => `${kind} ${version} ${state}`)).toEqual([
      ...["encrypt-key 1 active", "signing-secret 2 active", "signing-secret 1 previous"],
      "verification-token 1 active",
    ]);
  }
});
