import { StoreMadeToFail } from "./errors.js";

/** A store that fails on demand, and can be replaced. */
export interface FaultyStore<Store> {
  /** Stays the same, whatever happens to the store behind it. */
  readonly store: Store;
  /** The store itself, which works even while `store` fails. */
  readonly behind: () => Store;
  readonly setFaulty: (faulty: boolean) => void;
  readonly replace: (store: Store) => void;
}

/** Wraps a store so that its methods reject while it is faulty. `close` always works. */
export function failOnDemand<Store extends object>(store: Store): FaultyStore<Store> {
  let faulty = false;
  let behind = store;
  const memberOf = (name: string | symbol): unknown => {
    const owner = behind;
    const member: unknown = Reflect.get(owner, name, owner);
    if (typeof member !== "function") return member;
    return (...args: unknown[]) =>
      faulty && name !== "close"
        ? Promise.reject(new StoreMadeToFail())
        : (member.apply(owner, args) as unknown);
  };
  // The target is a stand-in: a proxy of a frozen store may not return other members than the store's own.
  const proxy = new Proxy({} as Store, {
    get: (_standIn, name) => memberOf(name),
    has: (_standIn, name) => Reflect.has(behind, name),
    ownKeys: () => Reflect.ownKeys(behind),
    getOwnPropertyDescriptor(_standIn, name) {
      const own = Reflect.getOwnPropertyDescriptor(behind, name);
      if (own === undefined) return undefined;
      return {
        value: memberOf(name),
        enumerable: own.enumerable ?? false,
        configurable: true,
        writable: true,
      };
    },
  });
  return {
    store: proxy,
    behind: () => behind,
    setFaulty: (value) => {
      faulty = value;
    },
    replace: (next) => {
      behind = next;
    },
  };
}
