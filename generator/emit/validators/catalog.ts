import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, childPlaces, type Place, referenceChain } from "../../../reader/documents/place.js";
import { isSchemaObject, walkSchema } from "../../../reader/documents/schema-walk.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { inlineLiteral, literal, valueKey } from "../../../reader/text/code/literal.js";
import type { Render } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { eventDeclarations, validatedCallbacks, validatedMessages } from "../events.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import type { ValidatedSubject } from "./validators.js";

/** `validators/catalog.ts`: a list of all validators, each loaded on first use. */
export function emitCatalog(
  { model, contracts }: EmitInput,
  defined: readonly ValidatedSubject[],
  render: Render,
): GeneratedFile[] {
  const subjects = new Map<string, Code>();
  for (const { name, fileName, place, isFile } of model.schemas) {
    if (!isFile) continue;
    const marks = isSchemaObject(place.value) ? place.value["x-recognized-by"] : undefined;
    let recognizedBy = code``;
    if (Array.isArray(marks)) recognizedBy = code`, recognizedBy: ${inlineLiteral(marks.map(String))}`;
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
    const callbacks = validatedCallbacks(set).map(({ label }) => label);
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
        hasCallbacks: callbacks.length > 0,
        callbacks: inlineLiteral(callbacks),
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
      path: "validators/catalog.ts",
      text: render("catalog.ts", {
        header,
        subjects: list,
        sets,
        secrets: inlineLiteral(secretNames(contracts, places)),
      }),
    },
  ];
}

function subject(fileName: string, marks: Code): Code {
  return code`{ load: () => import(${literal(`./${fileName}.js`)})${marks} }`;
}

/** What the properties of a manifest mean, which of them are constants, and their order; `undefined` for other schemas. */
function manifestProperties(
  contracts: Contracts,
  schema: Place,
): Readonly<Record<string, unknown>> | undefined {
  const roles = childPlaces(below(schema, "x-artifact-manifest"));
  if (roles.length === 0) return undefined;
  const properties = childPlaces(below(schema, "properties"));
  const constants = properties.flatMap(([name, place]) => {
    const part = referenceChain(contracts, place).find((each) => below(each, "const").value !== undefined);
    if (part === undefined) return [];
    return [[name, below(part, "const").value] as const];
  });
  return {
    ...Object.fromEntries(roles.map(([role, { value }]) => [role, value])),
    order: properties.map(([name]) => name),
    constants: Object.fromEntries(constants),
  };
}

/** Names of the properties that schemas mark with `x-secret`, sorted: their values must never be printed. */
function secretNames(contracts: Contracts, schemas: readonly Place[]): string[] {
  const names = new Set<string>();
  for (const root of schemas.flatMap((schema) => referenceChain(contracts, schema))) {
    if (!isSchemaObject(root.value)) continue;
    for (const [tokens, { properties }] of walkSchema(root.value)) {
      if (!isSchemaObject(properties)) continue;
      const holder = below(root, ...tokens, "properties");
      for (const name of Object.keys(properties))
        if (isSecret(contracts, below(holder, name))) names.add(name);
    }
  }
  return [...names].sort();
}

function isSecret(contracts: Contracts, place: Place): boolean {
  return referenceChain(contracts, place).some(
    ({ value }) => isSchemaObject(value) && value["x-secret"] === true,
  );
}
