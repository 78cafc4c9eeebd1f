import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { openInEditor } from "../support/package/editor.js";
import { folderIn } from "../support/package/install.js";

const program = `
import { createClient } from "@oipkit/sdk/platform/client.js";
import { createReceiver } from "@oipkit/sdk/events/receiver.js";
import { createMemoryInbox, createMemoryNonces } from "@oipkit/runtime/webhook";

export const receiver = createReceiver({
  application: { id: "app_example", environment: "sandbox" },
  secrets: ["s"],
  verificationToken: "t",
  inbox: createMemoryInbox(),
  nonces: createMemoryNonces(),
  handlers: {
    "oem.subscription.activated.v1": (event, { attempt }) => console.log(event.data.plan_code, attempt),
    SupportReplyCreated: (event) => console.log(event.event_id),
  },
  fallback: () => {},
});

const client = createClient({ baseUrl: "https://api.example.com", environment: "sandbox" });
const plan = client.subscriptions.changePlan({ id: "sub_1" } as never);
const all = client.subscriptions.list({});
export { plan, all };
`;

let hover: ReturnType<typeof openInEditor>;

beforeAll(async () => {
  const file = join(await folderIn(inject("installation"), "hover"), "receiver.ts");
  await writeFile(file, program);
  hover = openInEditor(file);
});

describe("an editor shows what the contract or the option means for", () => {
  it.each([
    ["application", "The Application that the endpoint belongs to"],
    ["environment", "The environment that the Application works in"],
    ["secrets", "the current one first"],
    ["verificationToken", "The token that the platform sends in each body"],
    ["inbox:", "The store that each event is committed to before it is answered"],
    ["nonces:", "The store that detects replayed deliveries"],
    ["handlers", "A function for each event, by its name"],
    ["fallback", "Called for events without a handler of their own"],
    ["attempt", "From 1."],
    ["plan_code", "plan"],
    ["baseUrl", "the prefix is prepended to each operation's path"],
  ])("%s", (word, text) => {
    expect(hover(word, "createReceiver({")).toContain(text);
  });

  it("the key of a handler", () => {
    const shown = hover('"oem.subscription.activated.v1"');
    expect(shown).toContain("Subscription activated");
    expect(shown).toContain("/components/messages/SubscriptionActivated");
    expect(hover("SupportReplyCreated")).toContain("/components/messages/SupportReplyCreated");
  });

  it("the operations of a client", () => {
    expect(hover("changePlan")).toContain("Change the plan of a subscription");
    expect(hover("changePlan")).toContain("Scope: commerce.subscription.manage.");
    expect(hover("list", "client.subscriptions.changePlan")).toContain("subscriptions");
  });
});
