import type { Kysely } from "kysely";
import type { Dialect, Store } from "../../store/store.js";
import type { Tables } from "../../store/tables.js";

/** What every statement of a cycle needs. */
export interface Cycle {
  readonly store: Pick<Store, "db" | "dialect">;
  /** This engine. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What statements need that run in a transaction of their own choice. */
export interface CycleTransaction extends Cycle {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
}
