import type { Place } from "../../../reader/documents/place.js";
import type { EventMessage, EventSet, Source } from "../../../reader/model/model.js";
import { patternFlags } from "../../../reader/patterns/read-pattern.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { literal } from "../../../reader/text/code/literal.js";
import type { ModuleContext } from "../../../reader/validation/code/module-context.js";
import type { Definition } from "../../../reader/validation/nodes/node.js";
import { SchemaError } from "../../../reader/validation/violation.js";
import type { Render } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { validatedCallbacks, validatedMessages } from "../events.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { target, unusable } from "./http-validation.js";
import type { ValidatorModules } from "./modules.js";
import { emitSupport } from "./support-module.js";
import type { Unchecked } from "./unchecked.js";

/** A schema file, a message or a schema of an OpenAPI document, which gets a validator of its own. */
export interface ValidatedSubject {
  readonly fileName: string;
  readonly typeName: string;
  /** What a sentence calls the document. */
  readonly phrase: string;
  /** Its name in the catalog. */
  readonly name: string;
  /** The module of its type. */
  readonly types: string;
  /** Its type in that module, if that has none of its name; it begins with an export. */
  readonly lookup?: readonly [root: string, ...keys: string[]];
  readonly place: Place;
  readonly source: Source;
}

/** A subject with its schema. */
type DefinedSubject = ValidatedSubject & { readonly definition: Definition };

/**
 * The subjects, each schema in a module. A schema of an OpenAPI document that can't be compiled isn't a subject: it is added to
 * `unchecked`.
 */
export function definedSubjects(modules: ValidatorModules, unchecked: Unchecked[]): DefinedSubject[] {
  return validatedSubjects(modules.input).flatMap((subject) => {
    const { lookup, place, fileName, typeName } = subject;
    if (lookup === undefined) {
      const definition = modules.definition(place);
      modules.put(definition, fileName, { typeName });
      return [{ ...subject, definition }];
    }
    try {
      // Who gets a request of an API doesn't get what only the API may write.
      const absent = lookup[0] === "webhooks" ? "writeOnly" : undefined;
      const definition = modules.definition(target(modules, modules.translated(place)), absent);
      modules.put(definition, fileName, { typeName });
      return [{ ...subject, definition }];
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      unchecked.push({ place, what: `\`${subject.name}\``, reason: unusable(error) });
      return [];
    }
  });
}

/** The subjects of contracts: schema files first, then messages, then schemas of OpenAPI documents. */
function validatedSubjects({ model }: EmitInput): ValidatedSubject[] {
  const schemas = model.schemas
    .filter(({ isFile }) => isFile)
    .map(({ name, fileName, typeName, place, source }) => ({
      fileName,
      typeName,
      name,
      phrase: subjectPhrase(name),
      types: "../schemas.js",
      place,
      source,
    }));
  const messages = model.eventSets.flatMap((set) =>
    set.messages.map(({ fileName, typeName, label, payload, source }) => ({
      fileName,
      typeName,
      name: label,
      phrase: subjectPhrase(label),
      types: `../${set.name}/types.js`,
      place: payload,
      source,
    })),
  );
  const bodies = model.apis.flatMap((api) =>
    api.subjects.map(({ type, ...subject }) => ({
      ...subject,
      phrase: subjectPhrase(subject.name),
      types: `../${api.name}/types.js`,
      lookup: type,
    })),
  );
  return [...schemas, ...messages, ...bodies];
}

/** `validators/<name>.ts` for each subject. */
export function emitSubjects(
  modules: ValidatorModules,
  subjects: readonly DefinedSubject[],
  render: Render,
): GeneratedFile[] {
  return subjects.map((subject) => {
    const { fileName, typeName, phrase, types, lookup, definition, source } = subject;
    const context = modules.context(fileName);
    for (const name of ["findings", "standardSchema"]) context.use(name);
    const accepts = context.accepts(definition);
    const schema = context.schema(definition);
    const { imports, body } = modules.code(fileName);
    const header = fileHeader([source]);
    const at = typeof definition.node === "boolean" ? code`, at: ${literal(definition.at)}` : code``;
    const validator = code`{\n  accepts: ${accepts},\n  schema: ${schema},\n  phrase: ${literal(phrase)}${at},\n}`;
    const view = {
      header,
      imports,
      body,
      hasBody: !body.isEmpty,
      accepts,
      validator,
      name: identifier(typeName),
      imported: identifier(lookup?.[0] ?? typeName),
      isAlias: lookup !== undefined,
      alias: lookup === undefined ? code`` : lookupType(lookup),
      module: literal(types),
    };
    return { path: `validators/${fileName}.ts`, text: render("validator.ts", view) };
  });
}

/** `webhooks["a"]["post"]`; a body may be optional. */
function lookupType([root, ...keys]: readonly [string, ...string[]]): Code {
  return keys.reduce((type, key) => {
    if (key === "requestBody") return code`NonNullable<${type}[${literal(key)}]>`;
    return code`${type}[${literal(key)}]`;
  }, identifier(root));
}

/** `validators/index.ts`, and what all validators need: their types, and `support.ts`. */
export function emitShared(
  modules: ValidatorModules,
  subjects: readonly ValidatedSubject[],
  render: Render,
): GeneratedFile[] {
  const header = fileHeader(subjects.map(({ source }) => source));
  const list = subjects.map(({ typeName, fileName }) => ({
    name: identifier(typeName),
    schema: identifier(`${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}Schema`),
    file: literal(`./${fileName}.js`),
  }));
  const index =
    subjects.length === 0
      ? []
      : [{ path: "validators/index.ts", text: render("validators-index.ts", { header, list }) }];
  return [
    ...index,
    emitSupport(modules, render),
    { path: "validators/violation.ts", text: render("violation.ts", { header }) },
    { path: "validators/standard-schema.ts", text: render("standard-schema.ts", { header }) },
  ];
}

/** `validators/<set>.ts`: recognizes an event by its type and reports only the errors of that type. */
export function emitEventValidator(
  modules: ValidatorModules,
  set: EventSet,
  render: Render,
): GeneratedFile[] {
  const events = validatedMessages(set);
  if (events.length === 0) return [];
  const context = modules.context(set.validatorName);
  context.use("findings");
  const eventValidator = validatorIn(modules, context);
  const named = events.flatMap((event) => {
    if (event.eventType === undefined) return [];
    return [code`  [${literal(event.eventType)}, ${eventValidator(event)}],`];
  });
  const patterns = events.flatMap((event) => {
    if (event.pattern === undefined) return [];
    return [
      code`  [new RegExp(${literal(event.pattern)}, ${literal(patternFlags(event.pattern))}), ${eventValidator(event)}],`,
    ];
  });
  const callbacks = validatedCallbacks(set).map(
    (callback) => code`  [${literal(callback.eventType ?? callback.label)}, ${eventValidator(callback)}],`,
  );
  const { imports } = modules.code(set.validatorName);
  const header = fileHeader([set.source]);
  const view = {
    header,
    imports,
    named: join(named, "\n"),
    hasPatterns: patterns.length > 0,
    patterns: join(patterns, "\n"),
    hasCallbacks: callbacks.length > 0,
    callbacks: join(callbacks, "\n"),
    type: eventTypeCode(set, code`event`),
    callbackType: eventTypeCode(set, code`callback`),
    module: literal(`../${set.name}/types.js`),
    isTypeInHeader: set.isTypeInHeader,
    options: identifier(set.isTypeInHeader ? "EventCheckOptions" : "CheckOptions"),
  };
  return [{ path: `validators/${set.validatorName}.ts`, text: render("event-validator.ts", view) }];
}

/** The expression of an event's type, for any value. */
function eventTypeCode({ discriminator }: EventSet, event: Code): Code {
  if (discriminator === undefined) return code`options?.eventType`;
  return code`${event}${join(
    discriminator.map((name) => code`?.[${literal(name)}]`),
    "",
  )}`;
}

function validatorIn(modules: ValidatorModules, context: ModuleContext): (event: EventMessage) => Code {
  return ({ payload, label, bound, callback }) => {
    const definition = modules.definition(payload);
    const accepts = context.accepts(definition);
    const schema = context.schema(definition);
    const phrase = literal(callback ? `the callback \`${label}\`` : subjectPhrase(label));
    return code`{ accepts: ${accepts}, schema: ${schema}, phrase: ${phrase}, specified: ${literal(bound)} }`;
  };
}

/** `example.order.shipped.v1` is "a `shipped` event"; any other subject is named in full. */
function subjectPhrase(name: string): string {
  const short = /(?:^|\.)([a-z][a-z_]*)\.v\d+$/.exec(name)?.[1];
  if (short === undefined) return `\`${name}\``;
  return `${/^[aeiou]/.test(short) ? "an" : "a"} \`${short}\` event`;
}
