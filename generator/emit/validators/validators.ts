import type { Source } from "../../model/model.js";
import type { Place } from "../../read/place.js";
import { identifier } from "../../render/identifier.js";
import { literal } from "../../render/literal.js";
import { scriptText } from "../../render/script.js";
import type { Render } from "../../render/template.js";
import { subjectPhrase } from "../../validation/sentence.js";
import { validatorBody } from "../../validation/standalone.js";
import type { EmitInput } from "../emit-input.js";
import { fileHeader, type GeneratedFile } from "../file.js";

interface Subject {
  readonly fileName: string;
  readonly typeName: string;
  /** What a document is called in a sentence. */
  readonly phrase: string;
  readonly module: string;
  readonly place: Place;
  readonly source: Source;
}

/** `validators/<name>.js` and `.d.ts`: for each schema and message a module without imports. */
export function emitValidators(input: EmitInput, render: Render): GeneratedFile[] {
  const subjects = subjectsOf(input);
  if (subjects.length === 0) return [];
  const files = subjects.flatMap((subject) => validatorFiles(input, subject, render));
  const header = fileHeader(subjects.map(({ source }) => source));
  const list = subjects.map(({ typeName, fileName }) => ({
    name: identifier(typeName),
    file: literal(`./${fileName}.js`),
  }));
  return [
    ...files,
    { path: "validators/violation.d.ts", text: render("violation.d.ts", { header }) },
    { path: "validators/index.js", text: render("validators-index.js", { header, list }) },
    { path: "validators/index.d.ts", text: render("validators-index.d.ts", { header, list }) },
  ];
}

function subjectsOf({ model }: EmitInput): Subject[] {
  const schemas = model.schemas
    .filter(({ isFile }) => isFile)
    .map(({ name, typeName, place, source }) => ({
      fileName: name,
      typeName,
      phrase: subjectPhrase(name),
      module: "../schemas.js",
      place,
      source,
    }));
  const messages = model.eventSets.flatMap((set) =>
    set.messages.map(({ fileName, typeName, label, payload, source }) => ({
      fileName,
      typeName,
      phrase: subjectPhrase(label),
      module: `../${set.name}/types.js`,
      place: payload,
      source,
    })),
  );
  return [...schemas, ...messages];
}

function validatorFiles({ contracts }: EmitInput, subject: Subject, render: Render): GeneratedFile[] {
  const { fileName, typeName, phrase, module, place, source } = subject;
  const header = fileHeader([source]);
  const body = scriptText(validatorBody(contracts, { place, phrase }));
  const name = identifier(typeName);
  return [
    { path: `validators/${fileName}.js`, text: render("validator.js", { header, body }) },
    {
      path: `validators/${fileName}.d.ts`,
      text: render("validator.d.ts", { header, name, module: literal(module) }),
    },
  ];
}
