import { OipkitError } from "@oipkit/runtime/errors";

/** The error of a store that the probe has set to fail. */
class StoreMadeToFail extends OipkitError {
  readonly code = "store-made-to-fail";

  constructor() {
    super("the probe makes this store fail");
  }
}

/** A store that fails on demand. */
export interface FaultyStore<Store> {
  readonly store: Store;
  readonly setFaulty: (faulty: boolean) => void;
}

/** Wraps a store so that its methods reject while it is faulty. */
export function failOnDemand<Store extends object>(store: Store): FaultyStore<Store> {
  let faulty = false;
  const proxy = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) =>
        faulty ? Promise.reject(new StoreMadeToFail()) : (member.apply(target, args) as unknown);
    },
  });
  return {
    store: proxy,
    setFaulty: (value) => {
      faulty = value;
    },
  };
}
