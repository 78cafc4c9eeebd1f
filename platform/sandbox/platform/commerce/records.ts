import type { View } from "../draft.js";
import type { Records } from "../records/records.js";
import { Refusal } from "../refusal.js";

const names = {
  application: "application",
  organization: "organization",
  subscription: "subscription",
  operation: "operation",
  checkoutSession: "checkout",
} as const;

/** A record that must exist. Refuses with `<kind>-unknown`. */
export function existing<K extends keyof typeof names>(view: View, kind: K, id: string): Records[K] {
  const record = view.get(kind, id);
  if (record) return record;
  throw new Refusal("missing", `${names[kind]}-unknown`, { message: `There is no ${names[kind]} "${id}".` });
}
