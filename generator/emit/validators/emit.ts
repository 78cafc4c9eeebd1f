import type { OutputContext } from "../../outputs/output.js";
import type { GeneratedFile } from "../file.js";
import { emitCatalog } from "./catalog.js";
import { emitEventValidators } from "./event-validators.js";
import { emitHttpValidation } from "./http-validation.js";
import { emitValidators } from "./validators.js";

/** The validators of schemas and messages, and of what operations send and receive. */
export function emitAllValidators(context: OutputContext): GeneratedFile[] {
  const { model, render } = context;
  return [
    ...emitValidators(context, render),
    ...emitEventValidators(context, render),
    ...emitCatalog(context, render),
    ...model.apis.flatMap((api) => emitHttpValidation(context, api, render)),
  ];
}
