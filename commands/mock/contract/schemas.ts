import type { Contracts } from "../../../reader/documents/contracts.js";
import { type Absent, inDirection } from "../../../reader/documents/in-direction.js";
import { below, type Place, placeAt, placeKey } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { asDraft202012 } from "../../../reader/validation/dialects/openapi30.js";
import { ContractNodes } from "../../../reader/validation/nodes/contract-nodes.js";
import { markSecrets } from "../../../reader/validation/nodes/definitions.js";
import { type Definition, type Node, reachableDefinitions } from "../../../reader/validation/nodes/node.js";
import { type CompiledSchema, RunValidators } from "../../../reader/validation/run-validator.js";
import { withInlineChoices } from "./inline-choices.js";
import { lenientNode, selectingNode } from "./selecting-node.js";

/** Whose schemas: those of requests lack what is `readOnly`, those of answers what is `writeOnly`. */
export type ValueDirection = "request" | "answer";

/** The schemas of contracts, compiled as generated validators are, each when it is first needed. */
export interface MockSchemas {
  /**
   * The contracts with all schemas in JSON Schema 2020-12, as values of the direction are made: those of an answer have no `writeOnly`
   * property.
   */
  contracts(direction: ValueDirection): Contracts;
  /** The schema at a place, from which values are made. Throws `SchemaError` if it, or one that it refers to, is unusable. */
  node(place: Place, direction: ValueDirection): Node;
  /** The same schema, in which a `discriminator` decides between alternatives of `oneOf` that overlap. Throws like `node`. */
  selecting(place: Place, direction: ValueDirection): Node;
  /** The same schema, in which any alternative of `oneOf` may match, however many do. Throws like `node`. */
  lenient(place: Place, direction: ValueDirection): Node;
  /**
   * The validator of a schema, which is that of a client's `validation`; `phrase` is what sentences call the value. Throws `SchemaError`,
   * and `SyntaxError` for a broken pattern.
   */
  validator(place: Place, direction: ValueDirection, phrase?: string): CompiledSchema;
}

interface View {
  readonly contracts: Contracts;
  readonly nodes: ContractNodes;
  readonly run: RunValidators;
  /** By `placeKey`. */
  readonly known: Map<string, Definition>;
  /** The same by the objects that were asked with, of which most are asked with again. */
  readonly places: WeakMap<Place, Definition>;
}

/** What the schemas of a view are for. */
type ViewUse = "making" | "judging" | "selecting";

/** By what sentences call the value. */
type Compiled = Map<string, CompiledSchema>;

const absent: Readonly<Record<ValueDirection, Absent>> = { request: "readOnly", answer: "writeOnly" };

/** The schemas of contracts for a server. */
export function mockSchemas(contracts: Contracts): MockSchemas {
  const translated = asDraft202012(contracts);
  const views: Readonly<Record<ValueDirection, Partial<Record<ViewUse, View>>>> = { request: {}, answer: {} };
  const changed = { selecting: new WeakMap<Definition, Node>(), lenient: new WeakMap<Definition, Node>() };
  const compiled = {
    request: new WeakMap<Definition, Compiled>(),
    answer: new WeakMap<Definition, Compiled>(),
  };
  const findView = (direction: ValueDirection, use: ViewUse): View => {
    const known = views[direction][use];
    if (known !== undefined) return known;
    // Values of requests are made and judged by the same schemas.
    const view =
      direction === "request" && use === "judging" ? findView(direction, "making") : newView(direction, use);
    views[direction][use] = view;
    return view;
  };
  const newView = (direction: ValueDirection, use: ViewUse): View => {
    const omit = use !== "judging" && direction === "answer";
    const { contracts: given } = inDirection(translated, absent[direction], { omit });
    const directed = use === "selecting" ? withInlineChoices(given) : given;
    const nodes = new ContractNodes(directed);
    return {
      contracts: directed,
      nodes,
      run: new RunValidators(),
      known: new Map(),
      places: new WeakMap(),
    };
  };
  const definitionAt = (view: View, place: Place): Definition => {
    const { contracts: directed, nodes, known, places } = view;
    const same = places.get(place);
    if (same !== undefined) return same;
    const key = placeKey(place);
    const found = known.get(key);
    if (found !== undefined) {
      places.set(place, found);
      return found;
    }
    const { document, tokens } = place;
    const definition = nodes.of(placeAt(directed.documents.get(document.path) ?? document, tokens));
    markSecrets(reachableDefinitions([definition]));
    known.set(key, definition);
    return definition;
  };
  return {
    contracts: (direction) => findView(direction, "making").contracts,
    node: (place, direction) => definitionAt(findView(direction, "making"), place).node,
    selecting: (place, direction) => {
      const definition = definitionAt(findView(direction, "selecting"), place);
      const node = changed.selecting.get(definition) ?? selectingNode(definition.node);
      changed.selecting.set(definition, node);
      return node;
    },
    lenient: (place, direction) => {
      const definition = definitionAt(findView(direction, "making"), place);
      const node = changed.lenient.get(definition) ?? lenientNode(definition.node);
      changed.lenient.set(definition, node);
      return node;
    },
    validator: (place, direction, phrase) => {
      const view = findView(direction, "judging");
      const definition = definitionAt(view, place);
      const key = phrase ?? "";
      const made = compiled[direction].get(definition) ?? new Map<string, CompiledSchema>();
      const known = made.get(key);
      if (known !== undefined) return known;
      const validator = view.run.of(definition, phrase);
      made.set(key, validator);
      compiled[direction].set(definition, made);
      return validator;
    },
  };
}

const mediaSchemas = new WeakMap<Place, Place>();

/** The schema of a media type object: the same object each time, by which what is known of it is found at once. */
export function mediaSchema(media: Place): Place {
  const known = mediaSchemas.get(media);
  if (known !== undefined) return known;
  const schema = below(media, "schema");
  mediaSchemas.set(media, schema);
  return schema;
}

/** Whether there is a schema to check at a place. */
export function hasSchema({ value }: Place): boolean {
  return typeof value === "boolean" || isSchemaObject(value);
}
