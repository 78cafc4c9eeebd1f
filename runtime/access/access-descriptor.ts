/**
 * How a contract describes a request for access: the `x-access-snapshot` of an operation, as data. Pointers are JSON
 * Pointers (RFC 6901) into the answer's body or into the event.
 */
export interface AccessDescriptor {
  /** In the answer: true or false. */
  readonly allowed: string;
  /** In the answer: an integer that grows with each change. */
  readonly revision: string;
  /** In the answer, by the name that the result gives them. */
  readonly collections: Readonly<Record<string, string>>;
  /** Where an event identifies itself. */
  readonly eventType: string;
  /** The events after which access can be requested, by name. */
  readonly events: Readonly<Record<string, AccessEventDescriptor>>;
}

/** Where an event that announces new access holds what a guard needs. Values are JSON Pointers. */
export interface AccessEventDescriptor {
  /** In the event: the revision it announces. */
  readonly revision: string;
  /** In the event: whose access it is about, by the names used to query a guard. */
  readonly subject: Readonly<Record<string, string>>;
  /** In the event: the parameters of the operation. */
  readonly request: Readonly<Record<string, string>>;
}
