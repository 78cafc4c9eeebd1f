import { toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Contracts } from "../../documents/contracts.js";
import { draft202012 } from "../../documents/dialects/dialect.js";
import { allowsNull } from "../../documents/dialects/older-schemas.js";
import { absentBehind, withoutNames } from "../../documents/in-direction.js";
import { below, type Place, placeKey } from "../../documents/place.js";
import { resolveReference } from "../../documents/references.js";
import { isSchemaObject } from "../../documents/schema-walk.js";
import { SchemaError } from "../violation.js";
import { buildNode, type NodePart, type NodeSource } from "./build-node.js";
import { Definitions } from "./definitions.js";
import { keywordParts } from "./keyword-parts.js";
import type { Definition, Node, NodeObject, NodeReference } from "./node.js";

/** How to read the schemas of contracts. */
interface ContractNodesOptions {
  /** May give a reference to a definition that is made elsewhere, of the schema at a place. */
  readonly known?: (place: Place) => NodeReference | undefined;
  /** Whether numbers that no double holds are taken as they are written, for `exactSupport`. Default: false. */
  readonly exact?: boolean;
}

/**
 * The schemas of contracts as nodes, by place. OpenAPI 3.0 must be translated first (`asDraft202012`). Throws
 * `SchemaError` with the place if a value isn't a schema.
 */
export class ContractNodes {
  readonly #definitions = new Definitions();
  readonly #places = new Map<string, Place>();
  #hasSecrets = false;

  constructor(
    readonly contracts: Contracts,
    readonly options: ContractNodesOptions = {},
  ) {}

  /** The definition of the schema at a place. */
  of(place: Place): Definition {
    const key = placeKey(place);
    this.#places.set(key, place);
    return this.#definitions.of(key, this.#at(place), () => this.#build(place));
  }

  /** Whether a schema that was read has `x-secret`: without any, `markSecrets` has nothing to do. */
  get hasSecrets(): boolean {
    return this.#hasSecrets;
  }

  /** Where a definition is. */
  definitionPlace({ key }: Definition): Place {
    const place = this.#places.get(key);
    if (place === undefined) throw new Error(`no definition ${key}`);
    return place;
  }

  #build(place: Place): Node {
    const node = buildNode(this.#source(place));
    if (typeof node === "boolean") return node;
    return { ...this.#noted(place), ...node };
  }

  #noted(place: Place): Pick<NodeObject, "at" | "clause"> {
    const clause = clauseAt(place);
    const at = this.#at(place);
    if (clause === undefined) return { at };
    return { at, clause };
  }

  #source(place: Place): NodeSource {
    const { value } = place;
    if (!isSchemaObject(value) && typeof value !== "boolean") throw this.#error(place, "not a schema");
    if (isSchemaObject(value) && value["x-secret"] === true) this.#hasSecrets = true;
    const error = (reason: string, keyword: string) => this.#error(below(place, keyword), reason);
    return {
      value,
      orNull: typeof value !== "boolean" && allowsNull(value) ? this.#noted(place) : undefined,
      below: (...tokens) => this.#source(below(place, ...tokens)),
      parts: () => {
        if (typeof value === "boolean") return [];
        return [
          ...this.#reference(place, value.$ref),
          ...keywordParts(value, {
            dialect: draft202012,
            formats: true,
            strict: false,
            exact: this.options.exact ?? false,
            error,
          }),
        ];
      },
    };
  }

  #reference(place: Place, $ref: unknown): NodePart[] {
    if (typeof $ref !== "string") return [];
    const resolution = resolveReference(this.contracts.documents, place.document, $ref);
    if (resolution.kind !== "found") throw this.#error(below(place, "$ref"), `can't resolve \`${$ref}\``);
    const absent = isSchemaObject(place.value) ? absentBehind(place.value) : undefined;
    const found = resolution.target;
    const target = absent === undefined ? found : { ...found, value: withoutNames(found.value, absent) };
    const key = absent === undefined ? placeKey(found) : `${placeKey(found)} ${JSON.stringify(absent.names)}`;
    this.#places.set(key, target);
    const value =
      typeof target.value === "boolean"
        ? target.value
        : ((absent === undefined ? this.options.known?.(target) : undefined) ??
          this.#definitions.reference(key, this.#at(target), () => this.#build(target)));
    return [{ form: "reference", keyword: "$ref", name: "$ref", value }];
  }

  #at(place: Pick<Place, "document" | "tokens">): string {
    return `${this.#name(place)}#${toPointer(place.tokens)}`;
  }

  #name({ document }: Pick<Place, "document">): string {
    return this.contracts.names.get(document.path) ?? document.file;
  }

  #error(place: Place, reason: string): SchemaError {
    return new SchemaError(reason, { document: this.#name(place), pointer: toPointer(place.tokens) });
  }
}

/** The clause named at a place or at its nearest ancestor. */
export function clauseAt({
  document,
  tokens,
}: {
  readonly document: { readonly value: unknown };
  readonly tokens: readonly string[];
}): string | undefined {
  for (let length = tokens.length; length >= 0; length--) {
    const above = valueAt(document.value, tokens.slice(0, length));
    const clause = isSchemaObject(above) ? above["x-clause"] : undefined;
    if (typeof clause === "string") return clause;
  }
  return undefined;
}
