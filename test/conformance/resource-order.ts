/** Where a resource stands. */
export interface ResourceState {
  readonly applied: number;
  readonly pending: readonly number[];
}

/** Versions of resources as a handler would keep them: one after another, with gaps kept until they close (§6.4). */
export interface ResourceOrder {
  readonly apply: (resource: string, version: number) => void;
  readonly at: (resource: string) => ResourceState;
}

export function createResourceOrder(): ResourceOrder {
  const states = new Map<string, ResourceState>();
  const at = (resource: string): ResourceState => states.get(resource) ?? { applied: 0, pending: [] };
  return {
    at,
    apply(resource, version) {
      let { applied, pending } = at(resource);
      if (version > applied && !pending.includes(version)) pending = [...pending, version];
      for (; pending.includes(applied + 1); applied += 1) {
        const next = applied + 1;
        pending = pending.filter((each) => each !== next);
      }
      states.set(resource, { applied, pending });
    },
  };
}
