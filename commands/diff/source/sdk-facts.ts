/** What the types don't say about the old SDK. */
export interface SdkFacts {
  /** Modules with the types of events, such as `events/types.js`: only the SDK makes them. */
  readonly eventModules: ReadonlySet<string>;
  /** Operations that the other side calls, by name, such as `operations["receiveEvent"]`. */
  readonly webhooks: ReadonlySet<string>;
}
