import type { OutputContext } from "../../outputs/output.js";
import type { GeneratedFile } from "../file.js";
import { emitAccess } from "./access.js";
import { emitHttpClient } from "./http-client.js";

/** The clients of all APIs. */
export function emitClients({ model, render }: OutputContext): GeneratedFile[] {
  return model.apis.flatMap((api) => [
    ...emitHttpClient(api, render),
    ...emitAccess(api, model.eventSets, render),
  ]);
}
