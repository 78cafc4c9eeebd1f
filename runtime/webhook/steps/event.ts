/** One error found by a validator. */
export interface ValidationError {
  /** JSON Pointer into the event; empty for the event itself. */
  readonly pointer: string;
  /** The schema keyword or cross-field rule that is violated. */
  readonly keyword: string;
  /** The expectation, without the actual value. */
  readonly message: string;
}

/** The result of a generated validator for an event whose transport token is removed. */
export type Validation<Event> =
  | {
      readonly kind: "valid";
      readonly event: Event;
      /**
       * Whether the contract documents the payload of this event type. If it doesn't, the event is
       * accepted and recorded, and its binding isn't compared, since its location is unknown.
       */
      readonly specified: boolean;
    }
  | { readonly kind: "invalid"; readonly errors: readonly ValidationError[] }
  /** No contract has an event of this type, or only of another major version. */
  | { readonly kind: "unknown" };

/**
 * Validates an event against the issued contract; must neither change it nor throw. `eventType` is given if only a header
 * has the type. `all` is never set by a receiver.
 */
export type EventValidator<Event> = (
  event: unknown,
  options?: { readonly eventType?: string; readonly all?: boolean },
) => Validation<Event>;
