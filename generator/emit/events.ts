import type { EventMessage, EventSet } from "../../reader/model/model.js";
import { code, indent, join } from "../../reader/text/code/code.js";
import { docComment } from "../../reader/text/code/comment.js";
import { identifier } from "../../reader/text/code/identifier.js";
import { dataLiteral, inlineLiteral, literal, propertyKey } from "../../reader/text/code/literal.js";
import type { OutputContext } from "../outputs/output.js";
import type { Render } from "../render/template.js";
import { messageParagraphs } from "./documentation.js";
import { fileHeader, type GeneratedFile, sourceLink } from "./file.js";

/** The webhook protocol and the receiver of each set of events. */
export function emitProtocols({ model, render }: OutputContext): GeneratedFile[] {
  return model.eventSets.flatMap((set) => [...emitProtocol(set, render), ...emitReceiver(set, render)]);
}

/** `<set>/protocol.ts`: the webhook protocol as a constant. */
export function emitProtocol(set: EventSet, render: Render): GeneratedFile[] {
  if (set.protocol === undefined) return [];
  const view = { header: fileHeader([set.source]), protocol: dataLiteral(set.protocol) };
  return [{ path: `${set.name}/protocol.ts`, text: render("protocol.ts", view) }];
}

/** `<set>/receiver.ts`: a receiver with the protocol, the validator and typed handlers of all events. */
export function emitReceiver(set: EventSet, render: Render): GeneratedFile[] {
  const messages = validatedMessages(set);
  if (set.protocol === undefined || messages.length === 0) return [];
  const hasCallbacks = validatedCallbacks(set).length > 0;
  const types = ["Event", ...(hasCallbacks ? ["Callback"] : []), ...messages.map(({ typeName }) => typeName)];
  const view = {
    header: fileHeader([set.source]),
    validator: literal(`../validators/${set.validatorName}.js`),
    imports: join(
      types.sort().map((name) => identifier(name)),
      ", ",
    ),
    hasCallbacks,
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

/** A kind of event for ordering: its name or the pattern of its names, and its family. */
export type DeclaredEvent =
  | { readonly key: string; readonly family: string }
  | { readonly key: string; readonly pattern: string | undefined; readonly family: string };

/** The kinds of events of a set, without callbacks. */
export function eventDeclarations(set: EventSet): readonly DeclaredEvent[] {
  return validatedMessages(set).map(({ eventType, key, pattern, family = "" }) => {
    if (eventType === undefined) return { key, pattern, family };
    return { key: eventType, family };
  });
}

/** The callbacks that the validator of callbacks distinguishes, by their names. */
export function validatedCallbacks({
  discriminator,
  isTypeInHeader,
  messages,
}: EventSet): readonly EventMessage[] {
  if (discriminator === undefined && !isTypeInHeader) return [];
  return messages.filter(({ callback }) => callback);
}

/** The messages that the validator of all events distinguishes, by the event's name or a pattern of it. */
export function validatedMessages({
  discriminator,
  isTypeInHeader,
  messages,
}: EventSet): readonly EventMessage[] {
  if (discriminator === undefined && !isTypeInHeader) return [];
  return messages.filter(({ callback, kind }) => !callback && kind !== "plain");
}
