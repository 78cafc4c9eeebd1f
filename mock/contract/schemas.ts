import type { Contracts } from "../../generator/read/contracts.js";
import { keyOf, type Place, placeAt } from "../../generator/read/place.js";
import { isSchemaObject } from "../../generator/read/schema-walk.js";
import { asDraft202012 } from "../../generator/validation/dialects/openapi30.js";
import { ContractNodes } from "../../generator/validation/nodes/contract-nodes.js";
import { markSecrets } from "../../generator/validation/nodes/definitions.js";
import { closureOf, type Definition, type Node } from "../../generator/validation/nodes/node.js";
import { type CompiledSchema, RunValidators } from "../../generator/validation/run-validator.js";
import { type Absent, inDirection } from "./direction.js";

/** Whose schemas: those of requests lack what is `readOnly`, those of answers what is `writeOnly`. */
export type Direction = "request" | "answer";

/** The schemas of contracts, compiled as generated validators are, each when it is first needed. */
export interface MockSchemas {
  /** The contracts with all schemas in JSON Schema 2020-12, as the direction sees them. */
  contracts(direction: Direction): Contracts;
  /** The schema at a place. Throws `SchemaError` if it, or one that it refers to, is unusable. */
  node(place: Place, direction: Direction): Node;
  /** Its validator; `phrase` is what sentences call the value. Throws `SchemaError`, and `SyntaxError` for a broken pattern. */
  validator(place: Place, direction: Direction, phrase?: string): CompiledSchema;
}

interface View {
  readonly contracts: Contracts;
  readonly nodes: ContractNodes;
  readonly run: RunValidators;
  readonly known: Map<string, Definition>;
}

const absent: Readonly<Record<Direction, Absent>> = { request: "readOnly", answer: "writeOnly" };

/** The schemas of contracts for a server. */
export function mockSchemas(contracts: Contracts): MockSchemas {
  const translated = asDraft202012(contracts);
  const views = new Map<Direction, View>();
  const viewOf = (direction: Direction): View => {
    const known = views.get(direction);
    if (known !== undefined) return known;
    const directed = inDirection(translated, absent[direction]);
    const nodes = new ContractNodes(directed);
    const view = { contracts: directed, nodes, run: new RunValidators(), known: new Map() };
    views.set(direction, view);
    return view;
  };
  const definitionAt = (place: Place, direction: Direction): Definition => {
    const { contracts: directed, nodes, known } = viewOf(direction);
    const key = keyOf(place);
    const found = known.get(key);
    if (found !== undefined) return found;
    const { document, tokens } = place;
    const definition = nodes.of(placeAt(directed.documents.get(document.path) ?? document, tokens));
    markSecrets(closureOf([definition]));
    known.set(key, definition);
    return definition;
  };
  return {
    contracts: (direction) => viewOf(direction).contracts,
    node: (place, direction) => definitionAt(place, direction).node,
    validator: (place, direction, phrase) => viewOf(direction).run.of(definitionAt(place, direction), phrase),
  };
}

/** Whether there is a schema to check at a place. */
export function hasSchema({ value }: Place): boolean {
  return typeof value === "boolean" || isSchemaObject(value);
}
