import type { EventMessage, EventSet } from "../../../reader/model/model.js";
import { patternFlags } from "../../../reader/patterns/read-pattern.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { literal, propertyKey } from "../../../reader/text/code/literal.js";
import { shortLines } from "../../../reader/text/code/wrap.js";
import type { OutputContext } from "../../outputs/output.js";
import type { Render } from "../../render/template.js";
import { messageParagraphs } from "../documentation.js";
import type { EmitInput } from "../emit-input.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { emitHttpTypes } from "./http/http-types.js";
import { namedType } from "./named-type.js";

/** The types of all contracts. */
export function emitTypes(context: OutputContext): GeneratedFile[] {
  const { model, render } = context;
  return [
    ...emitSchemas(context, render),
    ...model.eventSets.flatMap((set) => [
      ...emitEventTypes(context, set, render),
      ...emitEventGuards(set, render),
    ]),
    ...model.apis.map((api) => emitHttpTypes(api, context)),
  ];
}

/** `schemas.ts`: one type for each JSON Schema. */
export function emitSchemas({ model, contracts, names }: EmitInput, render: Render): GeneratedFile[] {
  if (model.schemas.length === 0) return [];
  const context = { contracts, names, use: () => {} };
  const declarations = model.schemas.map((schema) => code`${namedType(context, schema)}\n`);
  const types = shortLines(join(declarations, "\n"));
  return [
    {
      path: "schemas.ts",
      text: render("schemas.ts", { header: fileHeader(model.schemas.map(({ source }) => source)), types }),
    },
  ];
}

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
    types: shortLines(join(types, "\n")),
    union: messageUnion(events),
    hasCallbacks: callbacks.length > 0,
    callbacks: messageUnion(callbacks),
    eventTypes: events.flatMap(({ eventType }) => {
      if (eventType === undefined) return [];
      return { name: literal(eventType) };
    }),
    hasDiscriminator: set.discriminator !== undefined,
    discriminator: typeAccess(set),
    typed: typedBy(set.discriminator ?? []),
    isTypeInHeader: set.isTypeInHeader,
  };
  return [{ path: `${set.name}/types.ts`, text: render("event-types.ts", view) }];
}

/** Access to the type of an event, or of its type. */
function typeAccess({ discriminator = [] }: EventSet): Code {
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

function messageUnion(messages: readonly EventMessage[]): Code {
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
    const name = identifier(typeName);
    if (eventType !== undefined) {
      const test = code`event${typeAccess(set)} === ${literal(eventType)}`;
      return [{ name, test, doc: docComment([`The event ${eventType}.`]) }];
    }
    const test = code`new RegExp(${literal(pattern ?? "")}, ${literal(patternFlags(pattern ?? ""))}).test(event${typeAccess(set)})`;
    return [{ name, test, doc: docComment([`Any event whose name matches ${pattern}.`]) }];
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
