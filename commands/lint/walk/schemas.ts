import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../../../reader/documents/place.js";
import { resolveReference } from "../../../reader/documents/references.js";
import { isSchemaObject, type SchemaObject, subschemas } from "../../../reader/documents/schema-walk.js";
import type { ListedMessage, ListedOperation } from "./operations.js";
import { type Flow, reversed, type SchemaNode } from "./schema-node.js";

interface Step {
  readonly place: Place;
  readonly around: SchemaNode | undefined;
}

/** Where the instances of a schema are sent, and in what. */
interface Use extends Step {
  readonly flow: Flow;
  readonly title: string;
}

type Nodes = Map<SchemaObject, SchemaNode & { readonly flows: Map<Flow, string> }>;

/** Subschemas of these keywords apply to the value of the schema around them. */
const sameValue = new Set(["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"]);
/** What these describe isn't sent: definitions apply only by reference, and the others only choose. */
const unsent = new Set(["$defs", "definitions", "not", "if"]);

/** Every schema object of the contracts; `if` and `not` and what is in them are left out. */
export function listSchemas(
  contracts: Contracts,
  operations: readonly ListedOperation[],
  messages: readonly ListedMessage[],
): SchemaNode[] {
  const nodes: Nodes = new Map();
  const uses = [
    ...operations.flatMap((operation) => usesIn(contracts, operation)),
    ...messages.flatMap(({ place, payload, flow, title }) => {
      if (flow === undefined) return [];
      return [payload, below(place, "headers")].flatMap((at) =>
        at === undefined ? [] : [{ place: at, flow, title, around: undefined }],
      );
    }),
  ];
  for (const use of uses) follow(contracts, nodes, use);
  addOthers(contracts, nodes, rootsIn(contracts, messages));
  return [...nodes.values()];
}

/** The schemas of an operation's parameters, bodies and headers. */
function usesIn(contracts: Contracts, { flow, title, ...operation }: ListedOperation): Use[] {
  const sent = (place: Place): Use[] => schemasIn(contracts, place).map((at) => use(at, flow));
  const answered = (place: Place): Use[] => schemasIn(contracts, place).map((at) => use(at, reversed(flow)));
  const use = (place: Place, direction: Flow): Use => ({ place, flow: direction, title, around: undefined });
  const list: Use[] = [...operation.parameters.flatMap(sent)];
  if (operation.requestBody !== undefined) list.push(...sent(operation.requestBody));
  list.push(
    ...operation.responses.flatMap(([, response]) => [
      ...answered(response),
      ...childPlaces(below(response, "headers")).flatMap(([, header]) =>
        answered(dereference(contracts, header)),
      ),
    ]),
  );
  return list;
}

/** The schemas of a parameter, a body or a header. */
function schemasIn(contracts: Contracts, place: Place): Place[] {
  const types = childPlaces(below(place, "content")).map(([, type]) => dereference(contracts, type));
  return [place, ...types].map((at) => below(at, "schema")).filter(({ value }) => isSchemaObject(value));
}

/** Notes a direction at a schema and at all that its instances consist of. */
function follow(contracts: Contracts, nodes: Nodes, use: Use): void {
  const { flow, title } = use;
  const open: Step[] = [use];
  const skipped = flow === "to-provider" ? "readOnly" : "writeOnly";
  for (let step = open.pop(); step; step = open.pop()) {
    const { place } = step;
    if (!isSchemaObject(place.value) || place.value[skipped] === true) continue;
    const node = nodeAt(nodes, step);
    if (node.flows.has(flow)) continue;
    node.flows.set(flow, title);
    for (const [tokens] of subschemas(place.value)) {
      const [keyword = ""] = tokens;
      if (!unsent.has(keyword)) open.push(stepTo(node, tokens));
    }
    open.push(...followReference(contracts, place));
  }
}

/** Adds the schemas that no operation leads to. */
function addOthers(contracts: Contracts, nodes: Nodes, roots: readonly Place[]): void {
  const walked = new Set<SchemaObject>();
  const open: Step[] = roots.map((place) => ({ place, around: undefined })).reverse();
  for (let step = open.pop(); step; step = open.pop()) {
    const { value } = step.place;
    if (!isSchemaObject(value) || walked.has(value)) continue;
    walked.add(value);
    const node = nodeAt(nodes, step);
    for (const [tokens] of subschemas(value))
      if (tokens[0] !== "not" && tokens[0] !== "if") open.push(stepTo(node, tokens));
    open.push(...followReference(contracts, step.place));
  }
}

/** Where the `$ref` of a schema leads. */
function followReference(contracts: Contracts, { document, value }: Place): Step[] {
  const { $ref } = value as SchemaObject;
  if (typeof $ref !== "string") return [];
  const resolution = resolveReference(contracts.documents, document, $ref);
  if (resolution.kind === "found") return [{ place: resolution.target, around: undefined }];
  return [];
}

function stepTo(node: SchemaNode, tokens: readonly string[]): Step {
  return { place: below(node.place, ...tokens), around: sameValue.has(tokens[0] ?? "") ? node : undefined };
}

function nodeAt(nodes: Nodes, { place, around }: Step): SchemaNode & { readonly flows: Map<Flow, string> } {
  const schema = place.value as SchemaObject;
  const known = nodes.get(schema);
  if (known !== undefined) return known;
  const [keyword, name] = place.tokens.slice(-2);
  const property = keyword === "properties" ? name : around?.property;
  const node = { place, schema, flows: new Map<Flow, string>(), around, property };
  nodes.set(schema, node);
  return node;
}

/** Schemas that aren't part of another one. */
function rootsIn(contracts: Contracts, messages: readonly ListedMessage[]): Place[] {
  const documents = [...contracts.openapi, ...contracts.asyncapi];
  return [
    ...contracts.schemas.map((document) => placeAt(document, [])),
    ...documents.flatMap((document) =>
      [["components", "schemas"], ["definitions"]].flatMap((tokens) =>
        childPlaces(placeAt(document, tokens)).map(([, schema]) => schema),
      ),
    ),
    ...messages.flatMap(({ payload }) => payload ?? []),
  ];
}
