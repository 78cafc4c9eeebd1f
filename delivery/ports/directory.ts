/** What the engine needs to know about an application, whose records belong to the platform. */
export interface ApplicationRecord {
  readonly id: string;
  /** The organization that owns it. */
  readonly organization: string;
  readonly environment: string;
  /** The product that it is bound to, if any. */
  readonly product?: string | undefined;
  /** A revoked or inactive application gets no deliveries, and its endpoint can't be saved or tested. */
  readonly active: boolean;
  /** The events that its grant lists; only these are delivered. */
  readonly grantedEventTypes: readonly string[];
  /** The callbacks that may be invoked. */
  readonly grantedCallbackTypes: readonly string[];
}

/**
 * The platform's applications and grants. Asked for each publication and each turn of an endpoint, so it should be quick;
 * a revocation works from the next answer on.
 */
export interface Directory {
  /** `undefined` for an application that doesn't exist. */
  readonly application: (
    id: string,
  ) => ApplicationRecord | undefined | Promise<ApplicationRecord | undefined>;
}
