import type { Place } from "../../../reader/documents/place.js";
import type { Source } from "../../../reader/model/model.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { literal } from "../../../reader/text/code/literal.js";
import { scriptText } from "../../../reader/text/code/script.js";
import { formatDeclaration, formatFunctions } from "../../../reader/validation/formats.js";
import type { Definition } from "../../../reader/validation/nodes/node.js";
import { SchemaError } from "../../../reader/validation/schema-error.js";
import { supportSource } from "../../../reader/validation/support.js";
import type { Render } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { target, unusable } from "./http-validation.js";
import type { ValidatorModules } from "./modules.js";
import { subjectPhrase } from "./subject-phrase.js";
import type { Unchecked } from "./unchecked.js";

/** A schema file, a message or a schema of an OpenAPI document, which gets a validator of its own. */
export interface Subject {
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
export type DefinedSubject = Subject & { readonly definition: Definition };

/**
 * The subjects, each schema in a module. A schema of an OpenAPI document that can't be compiled isn't a subject: it is added to
 * `unchecked`.
 */
export function definedSubjects(modules: ValidatorModules, unchecked: Unchecked[]): DefinedSubject[] {
  return subjectsOf(modules.input).flatMap((subject) => {
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
function subjectsOf({ model }: EmitInput): Subject[] {
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

/** `validators/<name>.js` and `.d.ts` for each subject, and the modules of the schemas that they share. */
export function emitSubjects(
  modules: ValidatorModules,
  subjects: readonly DefinedSubject[],
  render: Render,
): GeneratedFile[] {
  return subjects.flatMap((subject) => {
    const { fileName, typeName, phrase, types, lookup, definition, source } = subject;
    const context = modules.context(fileName);
    for (const name of ["findings", "standardSchema"]) context.use(name);
    const accepts = context.accepts(definition);
    const schema = context.schema(definition);
    const { imports, body } = modules.code(fileName);
    const header = fileHeader([source]);
    const at = typeof definition.node === "boolean" ? code`, at: ${literal(definition.at)}` : code``;
    const validator = code`{\n  accepts: ${accepts},\n  schema: ${schema},\n  phrase: ${literal(phrase)}${at},\n}`;
    const view = { header, imports, body, hasBody: !body.isEmpty, accepts, validator };
    return [
      { path: `validators/${fileName}.js`, text: render("validator.js", view) },
      {
        path: `validators/${fileName}.d.ts`,
        text: render("validator.d.ts", {
          header,
          name: identifier(typeName),
          imported: identifier(lookup?.[0] ?? typeName),
          isAlias: lookup !== undefined,
          alias: lookup === undefined ? code`` : lookupType(lookup),
          module: literal(types),
        }),
      },
    ];
  });
}

/** `webhooks["a"]["post"]`; a body may be optional. */
function lookupType([root, ...keys]: readonly [string, ...string[]]): Code {
  return keys.reduce(
    (type, key) =>
      key === "requestBody" ? code`NonNullable<${type}[${literal(key)}]>` : code`${type}[${literal(key)}]`,
    identifier(root),
  );
}

/** `validators/index.js`, and what all validators need: `support.js` and the types in `violation.d.ts`. */
export function emitShared(
  modules: ValidatorModules,
  subjects: readonly Subject[],
  render: Render,
): GeneratedFile[] {
  const header = fileHeader(subjects.map(({ source }) => source));
  const list = subjects.map(({ typeName, fileName }) => ({
    name: identifier(typeName),
    schema: identifier(`${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}Schema`),
    file: literal(`./${fileName}.js`),
  }));
  const formats: Code = join(modules.formats.map(formatDeclaration), "\n\n");
  const support = {
    header: fileHeader([]),
    formats,
    body: scriptText(supportSource(formatFunctions(modules.formats))),
  };
  const index =
    subjects.length === 0
      ? []
      : [
          { path: "validators/index.js", text: render("validators-index.js", { header, list }) },
          { path: "validators/index.d.ts", text: render("validators-index.d.ts", { header, list }) },
        ];
  return [
    ...index,
    { path: "validators/support.js", text: render("validators-support.js", support) },
    { path: "validators/violation.d.ts", text: render("violation.d.ts", { header }) },
    { path: "validators/standard-schema.d.ts", text: render("standard-schema.d.ts", { header }) },
  ];
}
