import type { Store } from "../../../../delivery/index.js";

/** What a fault does to a transaction: `before` rejects it unwritten, `after` commits and then rejects, `hang` commits and never says so. */
export type Fault = "before" | "after" | "hang";

/** A store whose transactions fail as told, until they are told otherwise. */
export interface FaultyStore extends Store {
  /** The faults of the next transactions, one each; `undefined` for none. */
  faults: (Fault | undefined)[];
}

export function faultyStore(store: Store): FaultyStore {
  const faulty: FaultyStore = {
    ...store,
    faults: [],
    async transact(work, options) {
      const fault = faulty.faults.shift();
      if (fault === "before") {
        return store.transact(async (transaction) => {
          await work(transaction);
          throw new Error("the store went away");
        }, options);
      }
      return answered(fault, await store.transact(work, options));
    },
    async script(steps) {
      const fault = faulty.faults.shift();
      if (fault === "before")
        return store.script([...steps, { sql: "select 1 from no_such_table", parameters: [] }]);
      return answered(fault, await store.script(steps));
    },
  };
  return faulty;
}

/** What the engine hears of a transaction that is committed. */
function answered<Result>(fault: Fault | undefined, result: Result): Result | Promise<Result> {
  if (fault === undefined) return result;
  if (fault === "hang") return new Promise<Result>(() => {});
  throw new Error("the store went away after the commit");
}
