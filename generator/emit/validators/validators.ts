import type { Source } from "../../model/model.js";
import type { Place } from "../../read/place.js";
import { type Code, code, join } from "../../render/code.js";
import { identifier } from "../../render/identifier.js";
import { literal } from "../../render/literal.js";
import { scriptText } from "../../render/script.js";
import type { Render } from "../../render/template.js";
import { formatDeclaration } from "../../validation/formats.js";
import type { Definition } from "../../validation/nodes/node.js";
import { supportSource } from "../../validation/support.js";
import type { EmitInput } from "../emit-input.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import type { ValidatorModules } from "./modules.js";
import { subjectPhrase } from "./subject-phrase.js";

/** A schema file or a message, which gets a validator of its own. */
export interface Subject {
  readonly fileName: string;
  readonly typeName: string;
  /** What a sentence calls the document. */
  readonly phrase: string;
  /** The module of its type. */
  readonly types: string;
  readonly place: Place;
  readonly source: Source;
}

/** The subjects of contracts: schema files first, then messages. */
export function subjectsOf({ model }: EmitInput): Subject[] {
  const schemas = model.schemas
    .filter(({ isFile }) => isFile)
    .map(({ name, fileName, typeName, place, source }) => ({
      fileName,
      typeName,
      phrase: subjectPhrase(name),
      types: "../schemas.js",
      place,
      source,
    }));
  const messages = model.eventSets.flatMap((set) =>
    set.messages.map(({ fileName, typeName, label, payload, source }) => ({
      fileName,
      typeName,
      phrase: subjectPhrase(label),
      types: `../${set.name}/types.js`,
      place: payload,
      source,
    })),
  );
  return [...schemas, ...messages];
}

/** `validators/<name>.js` and `.d.ts` for each subject, and the modules of the schemas that they share. */
export function emitSubjects(
  modules: ValidatorModules,
  subjects: readonly (Subject & { readonly definition: Definition })[],
  render: Render,
): GeneratedFile[] {
  return subjects.flatMap((subject) => {
    const { fileName, typeName, phrase, types, definition, source } = subject;
    const context = modules.context(fileName);
    for (const name of ["findings", "refuseTooDeep", "standardSchema"]) context.use(name);
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
        text: render("validator.d.ts", { header, name: identifier(typeName), module: literal(types) }),
      },
    ];
  });
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
  const support = { header: fileHeader([]), formats, body: scriptText(supportSource()) };
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
