import type { AnyAnswer } from "../operation/operation-answer.js";
import type { OperationDescriptor } from "../operation/operation-descriptor.js";

/**
 * Checks against the contract. Leave one out to check the other alone:
 * `createClient({ validation: { answer: validation.answer } })`.
 */
export interface ContractValidation {
  /** Throws `ContractViolationError` before anything is sent. */
  readonly request?: ((operation: OperationDescriptor, request: object) => void) | undefined;
  /** Throws `ContractViolationError`; binary bodies aren't read. */
  readonly answer?: ((operation: OperationDescriptor, answer: AnyAnswer) => void) | undefined;
}
