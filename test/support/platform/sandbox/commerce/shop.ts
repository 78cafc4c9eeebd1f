import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { validateEvent } from "../../../../../generated/validators/events.js";
import { readLifecycle } from "../../../../../platform/sandbox/data/lifecycle.js";
import type { StartCheckout } from "../../../../../platform/sandbox/platform/commerce/checkout.js";
import { type Commerce, createCommerce } from "../../../../../platform/sandbox/platform/commerce/commerce.js";
import type {
  OperatorTrigger,
  PaymentOutcome,
} from "../../../../../platform/sandbox/platform/commerce/lifecycle.js";
import type { EmittedEvent } from "../../../../../platform/sandbox/platform/draft.js";
import {
  createMemoryPlatform,
  type MemoryPlatform,
} from "../../../../../platform/sandbox/platform/memory-platform.js";
import type { SubscriptionRecord } from "../../../../../platform/sandbox/platform/records/commerce.js";
import type { Plan } from "../../../../../platform/sandbox/platform/records/products.js";

export const lifecycleFile = fileURLToPath(
  new URL("../../../../../contracts/sandbox/lifecycle.yaml", import.meta.url),
);
export const lifecycle = readLifecycle(lifecycleFile);

/** The time at which every shop opens. */
export const opening = Date.UTC(2026, 0, 31, 9);
export const day = 86_400_000;

const plan = (code: string, changes: Partial<Plan> = {}): Plan => ({
  code,
  version: 1,
  name: { en: code, zh: code },
  billing: "paid",
  price: `price_${code}_v1`,
  period: "month",
  trialDays: 0,
  entitlements: ["reports"],
  ...changes,
});

export const plans: readonly Plan[] = [
  plan("free", { billing: "free", price: undefined, entitlements: ["view"] }),
  plan("team", { trialDays: 14 }),
  plan("pro", { entitlements: ["reports", "export"] }),
  plan("pro", { version: 2, price: "price_pro_v2", entitlements: ["reports", "export"] }),
  plan("year", { period: "year" }),
];

/** An organization, an application and a product, and what one does with them. */
export interface Shop {
  readonly platform: MemoryPlatform;
  readonly commerce: Commerce;
  readonly buy: (
    plan: string,
    how?: { readonly payment?: Exclude<PaymentOutcome, "free">; readonly upgradeFrom?: string },
  ) => SubscriptionRecord;
  readonly now: (id: string) => SubscriptionRecord;
  readonly operate: (
    id: string,
    trigger: OperatorTrigger,
    dates?: Readonly<Record<string, number>>,
  ) => SubscriptionRecord;
  readonly advance: (days: number) => void;
  /** The events of a subscription, as `type: status`. */
  readonly history: (id: string) => readonly string[];
}

export function openShop(options: { readonly platform?: MemoryPlatform } = {}): Shop {
  const commerce = createCommerce(lifecycle);
  const platform = options.platform ?? createMemoryPlatform({ start: opening });
  platform.run((draft) => {
    draft.put("organization", {
      id: "org_1",
      name: { en: "One", zh: "一" },
      kind: "enterprise",
      status: "active",
    });
    draft.put("application", {
      id: "app_1",
      name: "Desk",
      slug: "desk",
      environment: "sandbox",
      owner: "per_1",
      organization: "org_9",
      product: "desk",
      status: "active",
      revision: 1,
    });
    draft.put("catalogProduct", {
      code: "desk",
      name: { en: "Desk", zh: "桌" },
      description: { en: "", zh: "" },
      plans,
    });
    for (const id of ["mem_1", "mem_2"]) {
      draft.put("membership", { id, organization: "org_1", person: `per_${id}`, status: "active" });
    }
  }, undefined);
  const now = (id: string): SubscriptionRecord => {
    const found = platform.get("subscription", id);
    if (!found) throw new Error(`There is no ${id}.`);
    return found;
  };
  return {
    platform,
    commerce,
    now,
    buy: (code, { payment = "succeeds", upgradeFrom } = {}) => {
      const input: StartCheckout = {
        application: "app_1",
        organization: "org_1",
        product: "desk",
        plan: code,
      };
      const { session } = platform.run(
        commerce.startCheckout,
        upgradeFrom === undefined ? input : { ...input, upgradeFrom },
      );
      return platform.run(commerce.completeCheckout, { session: session.id, payment });
    },
    operate: (subscription, trigger, dates = {}) =>
      platform.run(commerce.operate, { subscription, trigger, dates }),
    advance: (count) => platform.advanceTo(platform.now() + count * day, commerce.timerCommands),
    history: (id) =>
      platform.events
        .filter(({ event }) => event.resource_id === id)
        .map(({ event }) => `${shortType(event)}: ${(event.data as { status: string }).status}`),
  };
}

const shortType = (event: EmittedEvent["event"]): string =>
  event.event_type.replace("oem.subscription.", "").replace(".v1", "");

/** Events that the contract refuses, with its errors; and versions that don't rise by one. */
export function eventFaults(events: readonly EmittedEvent[]): readonly unknown[] {
  const faults: unknown[] = [];
  const versions = new Map<unknown, number>();
  for (const { event } of events) {
    const result = validateEvent(event);
    if (result.kind !== "valid") faults.push({ event, result });
    if (event.resource_id === undefined) continue;
    const family = event.event_type.startsWith("oem.subscription.") ? "" : `${event.event_type} `;
    const key = `${family}${String(event.resource_id)}`;
    const before = versions.get(key) ?? 0;
    const isNext = family.includes("product.activated")
      ? Number(event.resource_version) > before
      : event.resource_version === before + 1;
    if (!isNext) faults.push({ event, before });
    versions.set(key, Number(event.resource_version));
  }
  return faults;
}

/** Expects that the contract accepts every event, and that versions have no gap. */
export function expectSound(platform: MemoryPlatform): void {
  expect(eventFaults(platform.events)).toEqual([]);
}
