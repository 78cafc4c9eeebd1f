import { afterAll, beforeAll, expect, it } from "vitest";
import { readAudit, recordAudit } from "../../../../delivery/audit.js";
import type { Store } from "../../../../delivery/index.js";

/** What the audit does in every store. */
export function auditSuite(name: string, open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.migrate();
  });
  afterAll(() => store.close());
  const entry = (index: number) => ({
    at: 1000 + index,
    actor: "ada",
    action: index % 2 === 0 ? "even" : "odd",
    application: "paged",
    subject: `ep_${index % 3}`,
    operationId: `op-${index}`,
    details: { index },
  });

  it(`pages through everything once, the newest first, while more is recorded: ${name}`, async () => {
    for (let index = 0; index < 25; index += 1) await recordAudit(store.db, entry(index));
    const found: unknown[] = [];
    let after: number | undefined;
    let pages = 0;
    do {
      const page = await readAudit(store.db, { application: "paged", limit: 10, after });
      found.push(...page.entries.map(({ sequence, ...one }) => one));
      after = page.next;
      pages += 1;
      await recordAudit(store.db, { ...entry(100 + pages), application: "other" });
    } while (after !== undefined);
    expect(found).toEqual(Array.from({ length: 25 }, (_, index) => entry(24 - index)));
    expect(pages).toBe(3);
  });

  it(`finds by every part of a query: ${name}`, async () => {
    const indexes = async (query: Parameters<typeof readAudit>[1]) =>
      (await readAudit(store.db, { application: "paged", ...query })).entries.map(
        ({ details }) => details?.index,
      );
    expect(await indexes({ action: "odd", subject: "ep_0" })).toEqual([21, 15, 9, 3]);
    expect(await indexes({ from: 1003, until: 1006 })).toEqual([5, 4, 3]);
    expect(await indexes({ operationId: "op-7" })).toEqual([7]);
    expect(await indexes({ limit: 0 })).toEqual([24]);
    expect(await indexes({ application: "nobody" })).toEqual([]);
  });

  it(`keeps any text: ${name}`, async () => {
    const details = { reason: 'it\'s \u0000 "quoted" \\ \ud83d\ude00' };
    await recordAudit(store.db, {
      at: 1,
      actor: "a\u0000b",
      action: "x",
      application: "text",
      subject: "s",
      details,
    });
    const { entries } = await readAudit(store.db, { application: "text" });
    expect(entries).toEqual([expect.objectContaining({ actor: "a\uFFFDb", details })]);
    expect(entries[0]).not.toHaveProperty("operationId");
  });

  it(`is undone with the transaction that it belongs to: ${name}`, async () => {
    const failing = store.transact(async (transaction) => {
      await recordAudit(transaction, { ...entry(1), application: "undone" });
      throw new Error("midway");
    });
    await expect(failing).rejects.toThrow("midway");
    expect((await readAudit(store.db, { application: "undone" })).entries).toEqual([]);
  });
}
