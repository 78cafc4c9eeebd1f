import { describeKinds, readLocation, type StoreKind } from "../stores/location.js";
import { parsed, text, type Valued } from "./option.js";

/** Kinds of stores that keep events. */
export const inboxKinds = ["memory", "sqlite", "postgres"] as const;

/** Kinds of stores that keep nonces. */
export const nonceKinds = ["memory", "sqlite", "postgres", "redis"] as const;

/** Kinds of stores that outlive the process. */
const tableKinds = ["sqlite", "postgres"] as const;

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
