import type { Protocol } from "@oipkit/runtime/webhook";
import { describeKinds, readLocation, type StoreKind } from "../stores/location.js";
import { parsed, text, UsageError, type Valued } from "./option.js";

const group = "Binding of the receiver";

const parts = {
  application: { value: "ID", description: "the Application that events are for", group },
  environment: { value: "NAME", description: "the environment that the Application works in", group },
  organization: { value: "ID", description: "the customer's Organization", otherwise: "not compared", group },
  product: { value: "CODE", description: "the product", otherwise: "not compared", group },
} as const;

const ofExamples = { otherwise: "the one in the suite's examples" } as const;
const ifBound = { otherwise: "required if events name it" } as const;

/** Options for the binding of a receiver that deliveries are sent to. */
export const bindingOptions = {
  application: text({ ...parts.application, ...ofExamples }),
  environment: text({ ...parts.environment, ...ofExamples }),
  organization: text(parts.organization),
  product: text(parts.product),
};

/** Options for the binding of the receiver that the command runs. */
export const ownBindingOptions = {
  application: text({ ...parts.application, ...ifBound }),
  environment: text({ ...parts.environment, ...ifBound }),
  organization: text(parts.organization),
  product: text(parts.product),
};

/** The value of a part of the binding that a protocol doesn't bind events to: nothing compares it. */
export const unbound = "any";

/** Whether a protocol has a place in events for the Application or the environment. */
export function isBoundTo(
  { event }: { readonly event?: Partial<Protocol["event"]> },
  part: "application" | "environment",
): boolean {
  return (event?.binding?.[part] ?? []).length > 0;
}

/** Kinds of stores that keep events. */
export const inboxKinds = ["memory", "sqlite", "postgres"] as const;

/** Kinds of stores that keep nonces. */
export const nonceKinds = ["memory", "sqlite", "postgres", "redis"] as const;

/** Kinds of stores that outlive the process. */
/** Stores that have tables. */
export const tableKinds = ["sqlite", "postgres"] as const;

/** An option that takes the location of a store of one of the given kinds. */
export function store<const Spec extends Omit<Valued, "value">>(spec: Spec, kinds: readonly StoreKind[]) {
  const described = { ...spec, value: "STORE", description: `${spec.description}: ${describeKinds(kinds)}` };
  return parsed(described, (given, flag) => readLocation(flag, given, kinds));
}

/** The location of a receiver's store, for commands that work on its tables. */
export const tableStore = store(
  {
    description: "the receiver's store",
    details: "Without a URL, PostgreSQL is located by the `PG…` environment variables.",
    required: true,
  },
  tableKinds,
);

/** The option for the PostgreSQL schema. */
export function schema(group?: string) {
  const spec = { value: "NAME", description: "PostgreSQL schema", otherwise: "`oipkit`" } as const;
  return text(group === undefined ? spec : { ...spec, group });
}

const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

/** A time, or an age such as `30d`, as milliseconds since 1970. Throws `UsageError`. */
export function readBefore(text: string, now: number, flag = "--before"): number {
  const age = /^([0-9]{1,6})([dhm])$/.exec(text);
  if (age !== null) return now - Number(age[1]) * (units[age[2] ?? ""] ?? 0);
  const hasZone = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]+(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/.test(text);
  const time = hasZone ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new UsageError(
      `${flag} must be a time like 2026-01-31T12:00:00Z, a day like 2026-01-31, or an age like 30d, 12h, 15m`,
    );
  }
  return time;
}
