import { describeKinds, readLocation, type StoreKind } from "../stores/location.js";
import { parsed, text, type Valued } from "./option.js";

/** Kinds of stores that keep events. */
export const inboxKinds = ["memory", "sqlite", "postgres"] as const;

/** Kinds of stores that keep nonces. */
export const nonceKinds = ["memory", "sqlite", "postgres", "redis"] as const;

/** Kinds of stores that outlive a process. */
const tableKinds = ["sqlite", "postgres"] as const;

/** An option that names a store of one of some kinds. */
export function store<const Spec extends Omit<Valued, "value">>(spec: Spec, kinds: readonly StoreKind[]) {
  const described = { ...spec, value: "STORE", description: `${spec.description}: ${describeKinds(kinds)}` };
  return parsed(described, (given, flag) => readLocation(flag, given, kinds));
}

/** Where a receiver's events are, for commands that work on its tables. */
export const tableStore = store(
  {
    description: "the receiver's store",
    details: "Without a URL, the `PG…` variables of the environment say where PostgreSQL is.",
    required: true,
  },
  tableKinds,
);

/** The schema of PostgreSQL. */
export function schema(group?: string) {
  const spec = { value: "NAME", description: "schema of PostgreSQL", otherwise: "`oipkit`" } as const;
  return text(group === undefined ? spec : { ...spec, group });
}
