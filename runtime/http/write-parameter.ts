import { InvalidRequestError } from "./errors.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { UnwritableValue } from "./parameter-value.js";

/** Runs `write`, and says of a value that it can't write which member of the request that was. */
export function writeParameter<Written>(
  operation: OperationDescriptor,
  field: string,
  write: () => Written,
): Written {
  try {
    return write();
  } catch (error) {
    if (error instanceof UnwritableValue) throw new InvalidRequestError(operation.id, field, error.message);
    throw error;
  }
}
