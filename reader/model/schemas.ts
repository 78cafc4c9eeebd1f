import { toPointer } from "@oipkit/runtime/json-pointer";
import type { MessageSource } from "../documents/asyncapi/messages.js";
import type { Contracts, Example } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { below, type Place, placeAt, placeKey, referredSchema } from "../documents/place.js";
import { SchemaNames, stem } from "../documents/schema-names.js";
import { isSchemaObject, walkSchema } from "../documents/schema-walk.js";
import type { SchemaType, Source } from "./model.js";
import { fileStem, kebabCase, keptStem, type Names, pascalCase } from "./names.js";

/** Names every schema file and every schema that those, or messages, refer to. */
export function schemaTypes(
  contracts: Contracts,
  messages: readonly MessageSource[],
  { types, files: fileNames }: { readonly types: Names; readonly files: Names },
): SchemaType[] {
  const subjects = new SchemaNames(contracts);
  const found = new Map<string, Place>();
  const files = contracts.schemas.map((document) => placeAt(document, []));
  for (const place of files) found.set(placeKey(place), place);
  const open = [
    ...files,
    ...messages.flatMap(({ payload, headers }) => [payload ?? [], headers ?? []].flat()),
  ];
  for (let root = open.pop(); root; root = open.pop()) {
    for (const target of referredSchemas(contracts, root)) {
      if (found.has(placeKey(target))) continue;
      found.set(placeKey(target), target);
      open.push(target);
    }
  }
  const payloads = new Set(
    messages
      .map(({ payload }) => payload)
      .filter((payload) => payload !== undefined)
      .map(placeKey),
  );
  return [...found.values()]
    .filter((place) => !payloads.has(placeKey(place)) || refersToItself(contracts, place))
    .map((place) => ({ place, source: placeSource(contracts, place) }))
    .sort((a, b) => compare(a.source.file, b.source.file) || compare(a.source.pointer, b.source.pointer))
    .map(({ place, source }) => {
      const file = stem(source.file);
      const isFile = place.tokens.length === 0;
      let wanted = place.tokens.at(-1) ?? "";
      if (isFile) wanted = file;
      else if (!isSchemaHome(place.tokens)) wanted = `${file}-${wanted}`;
      const typeName = types.take(pascalCase(wanted));
      return {
        kind: "schema",
        typeName,
        name: isFile ? subjects.take(place.document.path, source.file) : kebabCase(typeName),
        fileName: fileNames.takeProperty(isFile ? keptStem(file) : fileStem(typeName)),
        source,
        place,
        isFile,
      } as const;
    });
}

/** The schemas that references below a schema lead to. */
function referredSchemas(contracts: Contracts, root: Place): Place[] {
  if (!isSchemaObject(root.value)) return [];
  return [...walkSchema(root.value)].flatMap(([tokens, schema]) => {
    if (typeof schema.$ref !== "string") return [];
    const at = below(root, ...tokens);
    const target = referredSchema(contracts, at, schema.$ref);
    if (placeKey(target) === placeKey(at)) return [];
    return [target];
  });
}

/** Whether references lead from a schema back to it, so that its type needs a name. */
function refersToItself(contracts: Contracts, start: Place): boolean {
  const seen = new Set<string>();
  const open = [start];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const target of referredSchemas(contracts, at)) {
      if (placeKey(target) === placeKey(start)) return true;
      if (seen.has(placeKey(target))) continue;
      seen.add(placeKey(target));
      open.push(target);
    }
  }
  return false;
}

/** Names in `components/schemas` are type names; others are prefixed with their file's name. */
function isSchemaHome(tokens: readonly string[]): boolean {
  return tokens.length === 3 && tokens[0] === "components" && tokens[1] === "schemas";
}

/** The location of a part of a contract, as generated files show it. */
export function placeSource(contracts: Contracts, place: Pick<Place, "document" | "tokens">): Source {
  return {
    file: contracts.names.get(place.document.path) ?? place.document.file,
    pointer: toPointer(place.tokens),
  };
}

/** Compares by UTF-16 code units, so that an order is the same on every machine. */
export function compare(a: string, b: string): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return 0;
}

/** Contracts in an order that doesn't depend on how their files were found or passed. */
export function inOrder(contracts: Contracts): Contracts {
  const name = ({ path, file }: Document): string => contracts.names.get(path) ?? file;
  const sorted = (documents: readonly Document[]): Document[] =>
    [...documents].sort((a, b) => compare(name(a), name(b)));
  return {
    ...contracts,
    openapi: sorted(contracts.openapi),
    asyncapi: sorted(contracts.asyncapi),
    schemas: sorted(contracts.schemas),
    examples: bySubject(contracts.examples),
    counterexamples: bySubject(contracts.counterexamples),
    cases: byFileName(contracts.cases),
    senderCases: byFileName(contracts.senderCases),
  };
}

function byFileName(documents: readonly Document[]): Document[] {
  return [...documents].sort((a, b) => compare(fileName(a), fileName(b)) || compare(a.file, b.file));
}

function bySubject<T extends Example>(examples: readonly T[]): T[] {
  return [...examples].sort(
    (a, b) => compare(a.subject, b.subject) || compare(fileName(a.document), fileName(b.document)),
  );
}

function fileName({ file }: Document): string {
  return file.split("/").at(-1) ?? file;
}
