import type { OutputContext } from "../../outputs/output.js";
import type { GeneratedFile } from "../file.js";
import { emitEventGuards, emitEventTypes } from "./event-types.js";
import { emitHttpTypes } from "./http-types.js";
import { emitSchemas } from "./schemas.js";

/** The types of all contracts. */
export function emitTypes(context: OutputContext): GeneratedFile[] {
  const { model, render, enums } = context;
  return [
    ...emitSchemas(context, render),
    ...model.eventSets.flatMap((set) => [
      ...emitEventTypes(context, set, render),
      ...emitEventGuards(set, render),
    ]),
    ...model.apis.flatMap((api) => emitHttpTypes(api, { enums }, render)),
  ];
}
