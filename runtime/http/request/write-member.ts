import type { HeaderParameterDescriptor } from "../operation/parameter-descriptor.js";

/** Passes a request's member to `write`; names the member if it is missing or can't be written. */
export type WriteMember = <Written>(
  key: string,
  rules: Pick<HeaderParameterDescriptor, "required" | "idempotencyKey">,
  write: (value: NonNullable<unknown>) => Written,
) => Written | undefined;
