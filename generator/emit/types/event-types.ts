import { patternFlags } from "../../../reader/documents/pattern.js";
import type { EventMessage, EventSet } from "../../../reader/model/model.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { literal, propertyKey } from "../../../reader/text/code/literal.js";
import type { Render } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { messageParagraphs } from "../event-documentation.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { namedType } from "./named-type.js";

/** `<set>/types.ts`: a type for each message and for its headers, and the union of all events. */
export function emitEventTypes(
  { contracts, names }: EmitInput,
  set: EventSet,
  render: Render,
): GeneratedFile[] {
  const used = new Set<string>();
  const context = {
    contracts,
    names,
    use: (name: string) => used.add(name),
    discriminator: set.discriminator?.at(-1),
  };
  const types = set.messages.flatMap((message) => {
    const { typeName, payload, headers, source, label } = message;
    const types = [{ typeName, place: payload, source, doc: messageParagraphs(message) }];
    if (headers !== undefined) types.push({ ...headers, source, doc: [`The headers of ${label}.`] });
    return types.map((type) => code`${namedType(context, type)}\n`);
  });
  const events = set.messages.filter(({ callback }) => !callback);
  const callbacks = set.messages.filter(({ callback }) => callback);
  const view = {
    header: fileHeader([set.source]),
    hasImports: used.size > 0,
    imports: join(
      [...used].sort().map((name) => identifier(name)),
      ", ",
    ),
    types: join(types, "\n"),
    union: unionOf(events),
    hasCallbacks: callbacks.length > 0,
    callbacks: unionOf(callbacks),
    eventTypes: events.flatMap(({ eventType }) =>
      eventType === undefined ? [] : { name: literal(eventType) },
    ),
    hasDiscriminator: set.discriminator !== undefined,
    discriminator: memberOf(set),
    typed: typedBy(set.discriminator ?? []),
    isTypeInHeader: set.isTypeInHeader,
  };
  return [{ path: `${set.name}/types.ts`, text: render("event-types.ts", view) }];
}

/** Access to the type of an event, or of its type. */
function memberOf({ discriminator = [] }: EventSet): Code {
  return join(
    discriminator.map((name) => code`[${literal(name)}]`),
    "",
  );
}

/** The type of an object with a type of event at a path. */
function typedBy([name, ...rest]: readonly string[]): Code {
  if (name === undefined) return code`Type`;
  return code`{ readonly ${propertyKey(name)}: ${typedBy(rest)} }`;
}

function unionOf(messages: readonly EventMessage[]): Code {
  if (messages.length === 0) return code` never`;
  return join(
    messages.map(({ typeName }) => code`\n  | ${identifier(typeName)}`),
    "",
  );
}

/** `<set>/guards.ts`: by name, one guard for each event. */
export function emitEventGuards(set: EventSet, render: Render): GeneratedFile[] {
  if (set.discriminator === undefined) return [];
  const guards = set.messages.flatMap(({ typeName, eventType, pattern, callback }) => {
    if (callback || (eventType === undefined && pattern === undefined)) return [];
    const test =
      eventType === undefined
        ? code`new RegExp(${literal(pattern ?? "")}, ${literal(patternFlags(pattern ?? ""))}).test(event${memberOf(set)})`
        : code`event${memberOf(set)} === ${literal(eventType)}`;
    return [
      {
        name: identifier(typeName),
        test,
        doc: docComment([
          eventType === undefined ? `Any event whose name matches ${pattern}.` : `The event ${eventType}.`,
        ]),
      },
    ];
  });
  const imports = join(
    ["Event", "EventType", ...guards.map(({ name }) => name.toString())]
      .sort()
      .map((name) => identifier(name)),
    ", ",
  );
  return [
    {
      path: `${set.name}/guards.ts`,
      text: render("event-guards.ts", { header: fileHeader([set.source]), imports, guards }),
    },
  ];
}
