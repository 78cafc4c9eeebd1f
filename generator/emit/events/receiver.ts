import type { EventSet } from "../../../reader/model/model.js";
import { code, indent, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { inlineLiteral, literal, propertyKey } from "../../../reader/text/code/literal.js";
import type { Render } from "../../render/template.js";
import { messageParagraphs } from "../event-documentation.js";
import { fileHeader, type GeneratedFile, sourceLink } from "../file.js";
import { eventDeclarations } from "./event-declarations.js";
import { validatedMessages } from "./validated-messages.js";

/** `<set>/receiver.ts`: a receiver with the protocol, the validator and typed handlers of all events. */
export function emitReceiver(set: EventSet, render: Render): GeneratedFile[] {
  const messages = validatedMessages(set);
  if (set.protocol === undefined || messages.length === 0) return [];
  const hasCallbacks = set.messages.some(({ callback }) => callback);
  const types = ["Event", ...(hasCallbacks ? ["Callback"] : []), ...messages.map(({ typeName }) => typeName)];
  const view = {
    header: fileHeader([set.source]),
    validator: literal(`../validators/${set.validatorName}.js`),
    imports: join(
      types.sort().map((name) => identifier(name)),
      ", ",
    ),
    callback: hasCallbacks ? identifier("Callback") : code`never`,
    handlers: messages.map((message) => ({
      doc: indent(docComment(messageParagraphs(message), [{ tag: "see", text: sourceLink(message.source) }])),
      key: propertyKey(message.eventType ?? message.key),
      type: identifier(message.typeName),
    })),
    declarations: eventDeclarations(set).map((declaration) => ({ declaration: inlineLiteral(declaration) })),
  };
  return [{ path: `${set.name}/receiver.ts`, text: render("receiver.ts", view) }];
}
