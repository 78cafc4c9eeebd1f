import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../support/platform/console/page.js";
import { startConsole, type TestConsole } from "../../support/platform/console/start-console.js";

let its: TestConsole;
let ada: Page;
let mine: string;
let theirs: string;

beforeAll(async () => {
  its = await startConsole();
  ada = await its.signedIn("per_ada");
  const create = async (page: Page, organization_id: string): Promise<string> => {
    const body = { name: "A", organization_id, environment: "sandbox", identities: ["application"] };
    return (await page.send("POST", "/applications", { body })).body.application.application.application_id;
  };
  mine = await create(ada, "org_acme");
  theirs = await create(await its.signedIn("per_dora"), "org_bridge");
});
afterAll(() => its[Symbol.asyncDispose]());

interface Message {
  readonly id: string | undefined;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any entry
  readonly data: any;
}

/** What a browser's `EventSource` gets. */
async function listen(page: Page, query = "", headers: Record<string, string> = {}) {
  const gone = new AbortController();
  const answer = await page.open(`/console/api/live${query}`, { headers, signal: gone.signal });
  const messages: Message[] = [];
  const waiting = new Set<() => void>();
  const state = { ended: false };
  const read = async (): Promise<void> => {
    let text = "";
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
        const event = field("event");
        if (event !== undefined)
          messages.push({ id: field("id"), event, data: JSON.parse(field("data") ?? "") });
      }
      for (const look of waiting) look();
    }
  };
  const reading = read()
    .catch(() => {})
    .finally(() => {
      state.ended = true;
      for (const look of waiting) look();
    });
  const until = (isThere: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("it never came")), 30_000);
      const look = (): void => {
        if (!isThere()) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return {
    answer,
    messages,
    state,
    until,
    close: async () => {
      gone.abort();
      await reading;
    },
  };
}

/** A purchase, which emits events to an application. */
async function trigger(application_id: string): Promise<void> {
  const plan = { product_code: "notes", plan_code: "notes-team" };
  const body = { application_id, organization_id: "org_lotus", ...plan };
  const { checkout_id } = await its.control.call("startCheckout", { body });
  await its.control.call("completeCheckout", { path: { checkout_id }, body: {} });
}
const belongsTo = (id: string) => (message: Message) => message.data.application_id === id;

it("tells what happens to one's own applications, and to no others", async () => {
  const stream = await listen(ada);
  expect(stream.answer.headers.get("content-type")).toBe("text/event-stream");
  expect(stream.answer.headers.get("cache-control")).toBe("no-store");
  await trigger(theirs);
  await trigger(mine);
  await stream.until(() => stream.messages.some(belongsTo(mine)));
  expect(stream.messages.some(belongsTo(theirs))).toBe(false);
  expect(JSON.stringify(stream.messages)).not.toContain(theirs);
  const event = stream.messages.find(belongsTo(mine));
  expect(event).toMatchObject({
    event: "event",
    data: { kind: "event", data: { event_type: expect.any(String) } },
  });
  await stream.close();
});

it("goes on after the entry that a browser saw last", async () => {
  const before = (await ada.get("/session")).body.live_after;
  await trigger(mine);
  const first = await listen(ada, `?after=${before}&application_id=${mine}`);
  await first.until(() => first.messages.some(belongsTo(mine)));
  await first.close();
  const seen = first.messages.findLast(belongsTo(mine))?.id ?? "";
  await trigger(mine);
  const second = await listen(ada, `?after=${before}`, { "last-event-id": seen });
  await second.until(() => second.messages.some(belongsTo(mine)));
  for (const { id } of second.messages) expect(Number(id)).toBeGreaterThan(Number(seen));
  await second.close();
});

it("has a browser that missed more than it is told of read everything again, and goes on from there", async () => {
  const before = (await ada.get("/session")).body.live_after;
  for (let written = 0; written < 1000; written += 50)
    await Promise.all(
      Array.from({ length: 50 }, () => its.control.call("setFaults", { body: { faults: [] } })),
    );
  const stream = await listen(ada, "", { "last-event-id": String(before) });
  await stream.until(() => stream.messages.some(({ event }) => event === "reset"));
  expect(stream.messages).toMatchObject([{ event: "reset", id: String(before + 1000) }]);
  await trigger(mine);
  await stream.until(() => stream.messages.some(belongsTo(mine)));
  await stream.close();
});

it("shows an application that was made meanwhile", async () => {
  const stream = await listen(ada);
  const body = {
    name: "New",
    organization_id: "org_acme",
    environment: "sandbox",
    identities: ["application"],
  };
  const made = await ada.send("POST", "/applications", { body });
  const id = made.body.application.application.application_id;
  await trigger(id);
  await stream.until(() => stream.messages.some(belongsTo(id)));
  await stream.close();
});

it("tells nothing more of an organization whose access was revoked", async () => {
  const page = await its.signedIn("per_ben");
  const stream = await listen(page);
  await trigger(mine);
  const membership = { kind: "membership", id: "mem_ben_acme" } as const;
  await its.control.call("setFact", { body: { ...membership, on: false } });
  const says = (text: string) => () =>
    stream.messages.some(({ data }) => String(data.message).includes(text));
  // Entries come in their order.
  await stream.until(says("switched off"));
  const count = stream.messages.filter(belongsTo(mine)).length;
  expect(count).toBeGreaterThan(0);
  await trigger(mine);
  await its.control.call("setFact", { body: { ...membership, on: true } });
  await stream.until(says("switched on"));
  expect(stream.messages.filter(belongsTo(mine))).toHaveLength(count);
  await stream.close();
});

it("ends with the session", async () => {
  const page = await its.signedIn("per_ben");
  const stream = await listen(page);
  await page.send("POST", "/session/sign-out");
  await stream.until(() => stream.state.ended);
  expect(stream.messages.at(-1)?.event).toBe("end");
});

it("refuses more streams than a browser needs, and takes others when those have gone", async () => {
  const page = await its.signedIn("per_ada");
  const streams = await Promise.all(Array.from({ length: 8 }, () => listen(page)));
  expect((await page.get("/live")).body).toMatchObject({ code: "too-many-streams", retryable: true });
  await Promise.all(streams.map(({ close }) => close()));
  const again = await listen(page);
  expect(again.answer.status).toBe(200);
  await again.close();
});
