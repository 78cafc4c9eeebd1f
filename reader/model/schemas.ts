import { toPointer } from "@oipkit/runtime/json-pointer";
import type { Contracts } from "../documents/contracts.js";
import type { MessageSource } from "../documents/messages.js";
import { below, keyOf, type Place, placeAt, referredSchema } from "../documents/place.js";
import { SchemaNames, stem } from "../documents/schema-names.js";
import { isSchemaObject, walkSchema } from "../documents/schema-walk.js";
import { fileStem, keptStem } from "./file-names.js";
import type { SchemaType, Source } from "./model.js";
import { kebabCase, type Names, pascalCase } from "./names.js";

/** Names every schema file and every schema that those, or messages, refer to. */
export function schemaTypes(
  contracts: Contracts,
  messages: readonly MessageSource[],
  { types, files: fileNames }: { readonly types: Names; readonly files: Names },
): SchemaType[] {
  const subjects = new SchemaNames(contracts);
  const found = new Map<string, Place>();
  const files = contracts.schemas.map((document) => placeAt(document, []));
  for (const place of files) found.set(keyOf(place), place);
  const open = [
    ...files,
    ...messages.flatMap(({ payload, headers }) => [payload ?? [], headers ?? []].flat()),
  ];
  for (let root = open.pop(); root; root = open.pop()) {
    for (const target of referencesOf(contracts, root)) {
      if (found.has(keyOf(target))) continue;
      found.set(keyOf(target), target);
      open.push(target);
    }
  }
  const payloads = new Set(messages.flatMap(({ payload }) => (payload ? keyOf(payload) : [])));
  return [...found.values()]
    .filter((place) => !payloads.has(keyOf(place)) || refersToItself(contracts, place))
    .map((place) => ({ place, source: sourceOf(contracts, place) }))
    .sort((a, b) => compare(a.source.file, b.source.file) || compare(a.source.pointer, b.source.pointer))
    .map(({ place, source }) => {
      const file = stem(source.file);
      const isFile = place.tokens.length === 0;
      const wanted = isFile
        ? file
        : `${isSchemaHome(place.tokens) ? "" : `${file}-`}${place.tokens.at(-1) ?? ""}`;
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
function referencesOf(contracts: Contracts, root: Place): Place[] {
  if (!isSchemaObject(root.value)) return [];
  return [...walkSchema(root.value)].flatMap(([tokens, schema]) => {
    if (typeof schema.$ref !== "string") return [];
    const at = below(root, ...tokens);
    const target = referredSchema(contracts, at, schema.$ref);
    return keyOf(target) === keyOf(at) ? [] : [target];
  });
}

/** Whether references lead from a schema back to it, so that its type needs a name. */
function refersToItself(contracts: Contracts, start: Place): boolean {
  const seen = new Set<string>();
  const open = [start];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const target of referencesOf(contracts, at)) {
      if (keyOf(target) === keyOf(start)) return true;
      if (seen.has(keyOf(target))) continue;
      seen.add(keyOf(target));
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
export function sourceOf(contracts: Contracts, place: Pick<Place, "document" | "tokens">): Source {
  return {
    file: contracts.names.get(place.document.path) ?? place.document.file,
    pointer: toPointer(place.tokens),
  };
}

/** Compares by UTF-16 code units, so that an order is the same on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
