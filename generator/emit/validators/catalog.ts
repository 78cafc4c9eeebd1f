import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { inlineLiteral, literal, valueKey } from "../../../reader/text/code/literal.js";
import type { Render } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { eventDeclarations } from "../events/event-declarations.js";
import { validatedMessages } from "../events/validated-messages.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { manifestProperties } from "./manifest-properties.js";
import { secretNames } from "./secret-names.js";
import type { Subject } from "./validators.js";

/** `validators/catalog.js`: a list of all validators, each loaded on first use. */
export function emitCatalog(
  { model, contracts }: EmitInput,
  defined: readonly Subject[],
  render: Render,
): GeneratedFile[] {
  const subjects = new Map<string, Code>();
  for (const { name, fileName, place, isFile } of model.schemas) {
    if (!isFile) continue;
    const marks = isSchemaObject(place.value) ? place.value["x-recognized-by"] : undefined;
    const recognizedBy = Array.isArray(marks)
      ? code`, recognizedBy: ${inlineLiteral(marks.map(String))}`
      : code``;
    const properties = manifestProperties(contracts, place);
    const manifest = properties === undefined ? code`` : code`, manifest: ${inlineLiteral(properties)}`;
    subjects.set(name, subject(fileName, code`${recognizedBy}${manifest}`));
  }
  for (const { messages } of model.eventSets) {
    for (const { label, fileName } of messages) subjects.set(label, subject(fileName, code``));
  }
  const bodies = defined.filter(({ lookup }) => lookup !== undefined);
  for (const { name, fileName } of bodies) subjects.set(name, subject(fileName, code``));
  if (subjects.size === 0) return [];
  const sets = model.eventSets.flatMap((set) => {
    if (validatedMessages(set).length === 0) return [];
    const protocol = set.protocol as
      | { token?: { property?: unknown }; encryption?: { property?: unknown } }
      | undefined;
    return [
      {
        name: literal(set.name),
        hasDiscriminator: set.discriminator !== undefined,
        // One name is written as such, so that earlier versions of oipkit read it.
        discriminator: inlineLiteral(
          set.discriminator?.length === 1 ? set.discriminator[0] : (set.discriminator ?? null),
        ),
        module: literal(`./${set.validatorName}.js`),
        hasProtocol: protocol !== undefined,
        protocol: inlineLiteral(set.protocol ?? null),
        events: inlineLiteral(eventDeclarations(set)),
        hasToken: protocol?.token !== undefined,
        token: literal(String(protocol?.token?.property ?? "")),
        hasEncryption: protocol?.encryption !== undefined,
        encryption: literal(String(protocol?.encryption?.property ?? "")),
      },
    ];
  });
  const places = [
    ...model.schemas.map(({ place }) => place),
    ...model.eventSets.flatMap(({ messages }) => messages.map(({ payload }) => payload)),
    ...bodies.map(({ place }) => place),
  ];
  const header = fileHeader([...model.schemas, ...model.eventSets, ...bodies].map(({ source }) => source));
  const list = join(
    [...subjects].map(([name, entry]) => code`  ${valueKey(name)}: ${entry},`),
    "\n",
  );
  return [
    {
      path: "validators/catalog.js",
      text: render("catalog.js", {
        header,
        subjects: list,
        sets,
        secrets: inlineLiteral(secretNames(contracts, places)),
      }),
    },
    { path: "validators/catalog.d.ts", text: render("catalog.d.ts", { header }) },
  ];
}

function subject(fileName: string, marks: Code): Code {
  return code`{ load: () => import(${literal(`./${fileName}.js`)})${marks} }`;
}
