import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readAudit } from "../../../../delivery/audit.js";
import { readKeyRing } from "../../../../delivery/credentials/key-ring.js";
import type { Store } from "../../../../delivery/index.js";
import { type Accounts, accountsOn, by, keys } from "../endpoints/accounts-fixture.js";

const failing = (code: string) => expect.objectContaining({ code });
const kind = "signing-secret";

/** What credentials do in every store. `open` opens the same store each time. */
export function credentialsSuite(name: string, open: () => Promise<Store>): void {
  describe(`credentials ${name}`, () => {
    let store: Store;
    let accounts: Accounts;
    let application = "";
    let count = 0;
    beforeAll(async () => {
      store = await open();
      await store.migrate();
    });
    afterAll(() => store.close());
    beforeEach(async () => {
      accounts = accountsOn(store);
      count += 1;
      application = `app-${name}-${count}`;
    });
    const versions = async (): Promise<string[]> =>
      (await accounts.credentials.list(application))
        .filter((one) => one.kind === kind)
        .map(({ version, state }) => `${version} ${state}`);
    const rotate = (operationId: string, deliver: () => Promise<void> = async () => {}) =>
      accounts.credentials.rotate(application, kind, { operationId, actor: "ada", deliver });

    it("creates what is missing once, also when asked at the same time", async () => {
      const { credentials } = accounts;
      await expect(credentials.source(application)).rejects.toEqual(failing("credential-missing"));
      const created = (await Promise.all([1, 2, 3].map(() => credentials.ensure(application, by)))).flat();
      expect(created.map((one) => `${one.kind} ${one.version}`).sort()).toEqual([
        ...["encrypt-key 1", "signing-secret 1", "verification-token 1"],
      ]);
      const findSecret = (wanted: string) => created.find((one) => one.kind === wanted)?.secret;
      expect(await credentials.source(application)).toEqual({
        signingSecret: findSecret("signing-secret"),
        signingSecretVersion: 1,
        verificationToken: findSecret("verification-token"),
        encryptKey: findSecret("encrypt-key"),
      });
      expect(new Set(created.map(({ secret }) => secret)).size).toBe(3);
    });

    it("records that first versions were handed over, once", async () => {
      const { credentials } = accounts;
      const undelivered = async () =>
        (await credentials.list(application)).filter(({ deliveredAt }) => deliveredAt === undefined);
      const created = await credentials.ensure(application, by);
      expect(await undelivered()).toHaveLength(3);
      for (const { kind, version } of [...created, ...created])
        expect(await credentials.confirm({ application, kind, version }, by)).toBe("activated");
      expect(await undelivered()).toEqual([]);
      const { entries } = await readAudit(store.db, { application });
      expect(entries.filter(({ action }) => action === "credential-delivered")).toHaveLength(3);
    });

    it("activates a new version once it is handed over, and signs with the old one till then", async () => {
      await accounts.credentials.ensure(application, by);
      const old = await accounts.credentials.source(application);
      let handed = "";
      const outcome = await accounts.credentials.rotate(application, kind, {
        operationId: "one",
        actor: "ada",
        async deliver({ secret, version }) {
          handed = secret;
          expect(version).toBe(2);
          expect(await accounts.credentials.source(application)).toEqual(old);
        },
      });
      expect(outcome).toEqual({ kind, version: 2, outcome: "activated" });
      expect(await accounts.credentials.source(application)).toEqual({
        ...old,
        signingSecret: handed,
        signingSecretVersion: 2,
      });
      await rotate("two");
      expect(await versions()).toEqual(["3 active", "2 previous", "1 discarded"]);
    });

    it("discards what couldn't be handed over, where that throws at once", async () => {
      await accounts.credentials.ensure(application, by);
      const thrown = rotate("throws", () => {
        throw new Error("no mail");
      });
      expect(await thrown).toEqual({ kind, version: 2, outcome: "discarded" });
      expect(await versions()).toEqual(["2 discarded", "1 active"]);
    });

    it("discards what couldn't be handed over", async () => {
      await accounts.credentials.ensure(application, by);
      const old = await accounts.credentials.source(application);
      const outcome = { kind, version: 2, outcome: "discarded" };
      expect(await rotate("fails", () => Promise.reject(new Error("no mail")))).toEqual(outcome);
      expect(await accounts.credentials.source(application)).toEqual(old);
      const again = rotate("fails", () => Promise.reject(new Error("never called")));
      expect(await again).toEqual(outcome);
      expect(await versions()).toEqual(["2 discarded", "1 active"]);
    });

    it("makes one version of an operation however often it is asked", async () => {
      await accounts.credentials.ensure(application, by);
      let handed = 0;
      const results = await Promise.all(
        [1, 2, 3].map(() =>
          rotate("same", async () => {
            handed += 1;
          }),
        ),
      );
      expect(handed).toBe(1);
      expect(new Set(results.map(({ version }) => version))).toEqual(new Set([2]));
      expect(await rotate("same")).toEqual({ kind, version: 2, outcome: "activated" });
      const other = accounts.credentials.rotate(application, "encrypt-key", {
        operationId: "same",
        actor: "ada",
        deliver: async () => {},
      });
      await expect(other).rejects.toEqual(failing("operation-conflict"));
    });

    it.each(["confirm", "discard"] as const)("can %s what a crash left pending", async (decision) => {
      await accounts.credentials.ensure(application, by);
      await new Promise<void>((resolve) => {
        // Like a process that ends while it hands over.
        void rotate("crash", () => new Promise(() => resolve()));
      });
      const restarted = accountsOn(store).credentials;
      const asked = {
        operationId: "crash",
        actor: "ada",
        deliver: () => Promise.reject(new Error("called")),
      };
      const pending = await restarted.rotate(application, kind, asked);
      expect(pending).toEqual({ kind, version: 2, outcome: "pending" });
      expect((await restarted.source(application)).signingSecretVersion).toBe(1);
      const next = restarted.rotate(application, kind, { ...asked, operationId: "next" });
      await expect(next).rejects.toEqual(failing("credential-state"));
      for (const time of ["first", "second"]) {
        const outcome = await restarted[decision]({ application, kind, version: 2 }, by);
        expect([time, outcome]).toEqual([time, decision === "confirm" ? "activated" : "discarded"]);
      }
      expect((await restarted.source(application)).signingSecretVersion).toBe(decision === "confirm" ? 2 : 1);
    });

    it("refuses to discard the active version, or to activate one that is gone", async () => {
      await accounts.credentials.ensure(application, by);
      await rotate("fails", () => Promise.reject(new Error("no mail")));
      const { confirm, discard } = accounts.credentials;
      await expect(discard({ application, kind, version: 1 }, by)).rejects.toEqual(
        failing("credential-state"),
      );
      await expect(confirm({ application, kind, version: 2 }, by)).rejects.toEqual(
        failing("credential-state"),
      );
      await expect(confirm({ application, kind, version: 9 }, by)).rejects.toEqual(
        failing("credential-missing"),
      );
    });

    it("has nothing to rotate for an application without credentials", async () => {
      await expect(rotate("early")).rejects.toEqual(failing("credential-missing"));
      await accounts.credentials.ensure(application, by);
      expect((await rotate("early")).outcome).toBe("activated");
    });

    it("notices a rotation by another process after a few seconds", async () => {
      await accounts.credentials.ensure(application, by);
      const other = accountsOn(store, { time: accounts.time }).credentials;
      const old = await other.source(application);
      await rotate("elsewhere");
      accounts.time.now += 4999;
      expect(await other.source(application)).toEqual(old);
      accounts.time.now += 1;
      expect((await other.source(application)).signingSecretVersion).toBe(2);
    });

    it("reveals the active signing secret alone, and records who looked", async () => {
      const created = await accounts.credentials.ensure(application, by);
      const listed = await accounts.credentials.list(application);
      expect(listed.every(({ deliveredAt }) => deliveredAt === undefined)).toBe(true);
      const secret = created.find((one) => one.kind === kind)?.secret;
      const { credentials } = accounts;
      expect(await credentials.reveal(application, { actor: "bob" })).toEqual({ version: 1, secret });
      expect((await credentials.list(application)).find((one) => one.kind === kind)?.deliveredAt).toBe(
        accounts.time.now,
      );
      await rotate("next");
      const stale = credentials.reveal(application, { actor: "bob", version: 1 });
      await expect(stale).rejects.toEqual(failing("credential-state"));
      const { entries } = await readAudit(store.db, { application, action: "credential-revealed" });
      expect(entries.map(({ actor, subject }) => [actor, subject])).toEqual([["bob", "signing-secret:1"]]);
      expect(JSON.stringify(entries)).not.toContain(secret);
    });

    it("reseals everything for a new key, after which the old one can go", async () => {
      const [first, second] = keys;
      if (first === undefined || second === undefined) throw new Error("two keys");
      await accounts.credentials.ensure(application, by);
      await rotate("before");
      const before = await accounts.credentials.source(application);
      const changed = accountsOn(store, { keyRing: readKeyRing({ keys: [second, first] }) }).credentials;
      expect(await changed.source(application)).toEqual(before);
      const alone = accountsOn(store, { keyRing: readKeyRing({ keys: [second] }) }).credentials;
      await expect(alone.source(application)).rejects.toMatchObject({
        code: "key-missing",
        details: { keyId: "first" },
      });
      await expect(alone.reseal()).rejects.toEqual(failing("key-missing"));
      const [one, two] = await Promise.all([changed.reseal(), changed.reseal()]);
      expect(one + two).toBeGreaterThanOrEqual(4);
      expect(await changed.reseal()).toBe(0);
      expect(await alone.source(application)).toEqual(before);
      await accounts.credentials.reseal();
    });

    it("opens no text from another application, kind or version", async () => {
      const other = `${application}-other`;
      await accounts.credentials.ensure(application, by);
      await accounts.credentials.ensure(other, by);
      await rotate("next");
      const rows = await store.db
        .selectFrom("credentials")
        .selectAll()
        .where("application", "in", [application, other])
        .execute();
      const active = rows.filter((row) => row.application === application && row.state === "active");
      for (const target of active)
        for (const { sealed } of rows.filter((row) => row.sealed !== target.sealed)) {
          await reseat(target.kind, sealed);
          await expect(accountsOn(store).credentials.source(application)).rejects.toEqual(
            failing("credential-state"),
          );
          await reseat(target.kind, target.sealed);
        }
      expect((await accountsOn(store).credentials.source(application)).signingSecretVersion).toBe(2);
    });

    const reseat = (of: (typeof accounts.issued)[number], sealed: string) =>
      store.db
        .updateTable("credentials")
        .set({ sealed })
        .where("application", "=", application)
        .where("kind", "=", of as typeof kind)
        .where("state", "=", "active")
        .execute();
  });
}
