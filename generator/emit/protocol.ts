import type { EventSet } from "../model/model.js";
import { dataLiteral, literal } from "../render/literal.js";
import type { Render } from "../render/template.js";
import { fileHeader, type GeneratedFile } from "./file.js";
import { validatedMessages } from "./validated-messages.js";

/** `<set>/protocol.ts`: the webhook protocol as a constant. */
export function emitProtocol(set: EventSet, render: Render): GeneratedFile[] {
  if (set.protocol === undefined) return [];
  const view = { header: fileHeader([set.source]), protocol: dataLiteral(set.protocol) };
  return [{ path: `${set.name}/protocol.ts`, text: render("protocol.ts", view) }];
}

/** `<set>/receiver.ts`: a receiver that has the protocol and the validator of all events. */
export function emitReceiver(set: EventSet, render: Render): GeneratedFile[] {
  if (set.protocol === undefined || validatedMessages(set).length === 0) return [];
  const validator = literal(`../validators/${set.validatorName}.js`);
  const view = { header: fileHeader([set.source]), validator };
  return [{ path: `${set.name}/receiver.ts`, text: render("receiver.ts", view) }];
}
