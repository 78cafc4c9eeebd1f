import { OipkitError } from "@oipkit/runtime/errors";

/**
 * `application-unknown`, `application-inactive`: the directory says so. `endpoint-missing`: the application has none. `endpoint-state`: not
 * possible in the endpoint's state. `event-invalid`: it breaks the contract. `event-unknown`: the contract has no such event.
 * `event-unbound`, `event-misbound`: its application or environment is missing or another one. `event-conflict`: its id was published
 * with other content. `event-too-large`: its body may be larger than the limit. `type-not-granted`: the grant doesn't list it. `url-refused`: not an address that requests may go to.
 * `verification-failed`: the receiver didn't pass the connection test. `proof-missing`, `proof-invalid`, `proof-expired`: of a URL.
 * `revision-conflict`: somebody else saved meanwhile. `operation-conflict`: the operation's id was used for something else.
 * `configuration-invalid`: a save breaks a rule. `credential-missing`, `credential-state`: of a credential version. `key-missing`: the key
 * ring lacks a key. `precondition-failed`: a test isn't possible now. `delivery-unknown`, `delivery-state`: of a delivery. `delivery-options`: wrong options.
 */
export type DeliveryErrorCode =
  | "application-unknown"
  | "application-inactive"
  | "endpoint-missing"
  | "endpoint-state"
  | "event-invalid"
  | "event-unknown"
  | "event-unbound"
  | "event-misbound"
  | "event-conflict"
  | "event-too-large"
  | "type-not-granted"
  | "url-refused"
  | "verification-failed"
  | "proof-missing"
  | "proof-invalid"
  | "proof-expired"
  | "revision-conflict"
  | "operation-conflict"
  | "configuration-invalid"
  | "credential-missing"
  | "credential-state"
  | "key-missing"
  | "precondition-failed"
  | "delivery-unknown"
  | "delivery-state"
  | "delivery-options";

/** Something that the engine refuses to do. The message says what to do instead, and never holds a secret. */
export class DeliveryError extends OipkitError {
  readonly code: DeliveryErrorCode;
  /** Facts for a caller, such as the current state after a conflict. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: DeliveryErrorCode,
    message: string,
    options: ErrorOptions & { readonly details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, options);
    this.code = code;
    this.details = options.details ?? {};
  }
}
