import { OipkitError } from "@oipkit/runtime/errors";
import type { Schemas } from "../operation.js";

/** A control refused a request, or can't be reached. */
export class ControlError extends OipkitError {
  /** `control-unreachable`, `control-malformed` if something else answers, or the refusal's own code. */
  readonly code: string;
  /** Of the answer. */
  readonly status: number | undefined;
  /** What the control said. */
  readonly refusal: Schemas["Refusal"] | undefined;

  constructor(
    code: string,
    message: string,
    options: ErrorOptions & { readonly status?: number; readonly refusal?: Schemas["Refusal"] } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = options.status;
    this.refusal = options.refusal;
  }
}
