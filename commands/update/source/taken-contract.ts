import type { GitPlace } from "../../diff/inputs/git/repository.js";

/** Files of a contract, as its source has them now. */
export interface TakenContract {
  /** What the source's name stands for now: a version, a commit; for a URL, the digest of the document. */
  readonly resolved: string;
  /** By path below the folder of contracts, forward slashes. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** How sources are reached. */
export interface TakingContext extends GitPlace {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** Bytes of one file. */
  readonly maxFile: number;
}
