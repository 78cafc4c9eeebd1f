/** How a run is adapted to an API: what `--hooks FILE` exports as `default`. */
export interface ApiHooks {
  /**
   * Called before each request is sent: signs it, for example. What it returns is added to the request; reports don't show headers and query
   * parameters that it sets, since they may be credentials. An error that it throws ends the run.
   */
  readonly beforeRequest?: (
    request: ApiHookRequest,
    about: ApiHookSubject,
  ) => ApiHookChange | undefined | Promise<ApiHookChange | undefined>;
  /**
   * Values in place of made ones, by operation: of a query parameter, header or cookie by its name, of a member of the body by a JSON Pointer
   * such as `/isbn`, where the body has that member. A function is handed the made value. Cases about a value itself send their own.
   */
  readonly values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Which operation makes the items that a path parameter names, by the parameter. Default: found by the paths of the contract. */
  readonly producers?: Readonly<Record<string, ApiProducer>>;
}

/** An operation that makes items. */
export interface ApiProducer {
  /** Its `operationId`. */
  readonly operation: string;
  /** The member of its answer that names the new item, such as `id`. Default: found by its name. */
  readonly member?: string;
}

/** A request that is about to be sent. */
export interface ApiHookRequest {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if there is none. */
  readonly body: Uint8Array;
}

/** What a request is about. */
export interface ApiHookSubject {
  /** Id of the operation; absent if the request belongs to none, such as one for an unknown path. */
  readonly operation: string | undefined;
  /** Name of the identity that calls; absent if nobody does. */
  readonly identity: string | undefined;
}

/** What a hook adds to a request. */
export interface ApiHookChange {
  /** They override those of the request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** In place of the request's. */
  readonly body?: Uint8Array | string;
}

/** The hooks as they are given; for editors, which then know their types. */
export function defineApiHooks(hooks: ApiHooks): ApiHooks {
  return hooks;
}
