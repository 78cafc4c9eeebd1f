import { expect, it } from "vitest";
import { typeCheck } from "../support/generator/emit/type-check.js";
import { loadScheme } from "../support/schemes/load-scheme.js";

const uses = {
  stripe: `
import { createMemoryInbox, createMemoryNonces } from "@oipkit/runtime/webhook";
import { createReceiver } from "./events/receiver.js";
const common = { inbox: createMemoryInbox(), fallback: () => {} };
createReceiver({ ...common, secrets: ["s"] });
// @ts-expect-error: the secrets are missing
createReceiver({ ...common });
// @ts-expect-error: there is no token
createReceiver({ ...common, secrets: ["s"], verificationToken: "t" });
// @ts-expect-error: there is no nonce
createReceiver({ ...common, secrets: ["s"], nonces: createMemoryNonces() });
// @ts-expect-error: a secret is shared
createReceiver({ ...common, secrets: ["s"], publicKeys: ["k"] });
// @ts-expect-error: a delivery has one event
createReceiver({ ...common, secrets: ["s"], maxBatchEvents: 5 });
`,
  discord: `
import { createMemoryInbox } from "@oipkit/runtime/webhook";
import { createReceiver } from "./events/receiver.js";
import type { EventOf, EventType } from "./events/types.js";
const common = { inbox: createMemoryInbox(), fallback: () => {} };
createReceiver({ ...common, publicKeys: ["k"] });
createReceiver({ ...common, publicKeys: { keys: [{ kty: "OKP" }] } });
// @ts-expect-error: nothing is shared
createReceiver({ ...common, secrets: ["s"] });
const type: EventType = "ENTITLEMENT_CREATE";
const sku = (event: EventOf<"ENTITLEMENT_CREATE">): string => event.event.data.sku_id;
export { sku, type };
`,
  sendgrid: `
import { createMemoryInbox } from "@oipkit/runtime/webhook";
import { createReceiver } from "./events/receiver.js";
const keys = { inbox: createMemoryInbox(), publicKeys: ["k"] };
createReceiver({ ...keys, maxBatchEvents: 500, fallback: ({ sg_event_id }) => void sg_event_id });
createReceiver({ ...keys, fallback: () => {}, handlers: { bounce: ({ reason }, { record }) => void [reason, record.occurredAt] } });
`,
  github: `
import { createMemoryInbox } from "@oipkit/runtime/webhook";
import { createReceiver } from "./events/receiver.js";
import { type EventType, eventTypes } from "./events/types.js";
createReceiver({
  inbox: createMemoryInbox(),
  secrets: ["s"],
  handlers: { ping: ({ zen }) => void zen, push: ({ ref }) => void ref, issues: ({ issue }) => void issue.title },
});
const type: EventType = "push";
// @ts-expect-error: not an event
const other: EventType = "pull";
export { eventTypes, other, type };
`,
};

it.each(Object.entries(uses))(
  "the receiver of %s takes the options that its protocol uses",
  async (scheme, use) => {
    const { files } = await loadScheme(scheme);
    expect(typeCheck(new Map([...files, ["use.ts", use]]))).toEqual([]);
  },
);
