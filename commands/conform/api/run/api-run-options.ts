import type { Contracts } from "../../../../reader/documents/contracts.js";
import type { Send } from "../../exchange/send.js";
import type { CaseResult } from "../../result.js";
import type { ApiHooks } from "../hooks/api-hooks.js";
import type { ApiIdentity } from "../request/identity.js";
import type { ApiLimits } from "./api-session.js";

/** How a server is tested by the contract of its API. */
export interface ApiRunOptions {
  /** References are known to resolve. */
  readonly contracts: Contracts;
  /** The contract, as reports name it. */
  readonly contract: string;
  /** The server's address, in place of the one in the contract. */
  readonly url: string;
  /** The first one calls, the second one is somebody else. */
  readonly identities: readonly ApiIdentity[];
  /** Whether all identities may change the same items. Default: each one has its own, as those of different tenants have. */
  readonly isShared?: boolean;
  /** Names of identities that may only read. */
  readonly readers?: readonly string[];
  /** Somebody whose credential is no longer valid. */
  readonly expired?: ApiIdentity | undefined;
  /** Headers of all requests; names in lower case. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Values of path parameters, in place of items that the run makes. */
  readonly values?: Readonly<Record<string, string>>;
  readonly limits: ApiLimits;
  /** Longest time for an answer, in milliseconds. Default: no check of it. */
  readonly answerMs?: number | undefined;
  readonly seed: number;
  readonly strict?: boolean;
  /** Globs that match ids of cases. Default: all. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Ids of the cases to run, as far as `only` and `skip` select them. Default: all. */
  readonly ids?: readonly string[] | undefined;
  /** Ids of cases that may fail. */
  readonly knownFailures?: readonly string[];
  /** Brings the server into its first state, before the run and before a failed case is repeated. Default: it keeps what it has. */
  readonly reset?: (() => Promise<void>) | undefined;
  readonly hooks?: ApiHooks | undefined;
  /** Further arguments of a command line that repeats the run, for reports; without credentials. Default: none. */
  readonly arguments?: readonly string[];
  readonly send: Send;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
  readonly onResult?: (result: CaseResult, requests: number) => void;
}
