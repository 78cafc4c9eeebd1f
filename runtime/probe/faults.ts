import type { IncomingRequest } from "../ports/answer.js";
import { StoreMadeToFail } from "./probe.js";

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
  const faultyMember = (name: string | symbol): unknown => {
    const owner = behind;
    const member: unknown = Reflect.get(owner, name, owner);
    if (typeof member !== "function") return member;
    return (...args: unknown[]): unknown => {
      if (faulty && name !== "close") return Promise.reject(new StoreMadeToFail());
      return member.apply(owner, args);
    };
  };
  // The target is a stand-in: a proxy of a frozen store may not return other members than the store's own.
  const proxy = new Proxy({} as Store, {
    get: (_standIn, name) => faultyMember(name),
    has: (_standIn, name) => Reflect.has(behind, name),
    ownKeys: () => Reflect.ownKeys(behind),
    getOwnPropertyDescriptor(_standIn, name) {
      const own = Reflect.getOwnPropertyDescriptor(behind, name);
      if (own === undefined) return undefined;
      return {
        value: faultyMember(name),
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

/** Which stores fail from now on; an omitted one doesn't change. */
interface Faults {
  readonly inbox?: boolean | undefined;
  readonly nonces?: boolean | undefined;
}

/** Two members take far less. */
const maxFaultsBytes = 10_000;

/** The faults in a body; `undefined` if it says something else or is too long. Rejects if the body doesn't arrive. */
export async function readFaults(readBody: IncomingRequest["readBody"]): Promise<Faults | undefined> {
  const bytes = await readBody(maxFaultsBytes);
  if (bytes === undefined) return undefined;
  const value = parsed(new TextDecoder().decode(bytes));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { nonce_store: nonces, inbox } = value as Readonly<Record<string, unknown>>;
  if (isFault(nonces) && isFault(inbox)) return { nonces, inbox };
  return undefined;
}

function isFault(value: unknown): value is boolean | undefined {
  return value === undefined || typeof value === "boolean";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
