import type { EventSet } from "../../../reader/model/model.js";
import { dataLiteral } from "../../../reader/text/code/literal.js";
import type { Render } from "../../render/template.js";
import { fileHeader, type GeneratedFile } from "../file.js";

/** `<set>/protocol.ts`: the webhook protocol as a constant. */
export function emitProtocol(set: EventSet, render: Render): GeneratedFile[] {
  if (set.protocol === undefined) return [];
  const view = { header: fileHeader([set.source]), protocol: dataLiteral(set.protocol) };
  return [{ path: `${set.name}/protocol.ts`, text: render("protocol.ts", view) }];
}
