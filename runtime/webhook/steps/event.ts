/** One fault that a validator found. */
export interface ValidationError {
  /** JSON Pointer into the event; empty for the event itself. */
  readonly pointer: string;
  /** The schema keyword or cross-field rule that is broken. */
  readonly keyword: string;
  /** What is wanted, without the value that was found. */
  readonly message: string;
}

/** What a generated validator says of an event whose transport token is removed. */
export type Validation<Event> =
  | {
      readonly kind: "valid";
      readonly event: Event;
      /**
       * Whether the contract shows the payload of this event type. If it doesn't, the event is
       * accepted and recorded, and its binding isn't compared, since nothing says where it stands.
       */
      readonly specified: boolean;
    }
  | { readonly kind: "invalid"; readonly errors: readonly ValidationError[] }
  /** No contract has an event of this type, or only of another major version. */
  | { readonly kind: "unknown" };

/** Validates an event against the issued contract; must neither change it nor throw. */
export type EventValidator<Event> = (event: unknown) => Validation<Event>;
