import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { hasLongIntegers } from "../../../reader/documents/long-integers.js";
import { isStreamed } from "../../../reader/documents/openapi/version32.js";
import {
  below,
  childPlaces,
  dereference,
  isOnlyReference,
  type Place,
  placeAt,
  placeKey,
  referenceChain,
  referredSchema,
} from "../../../reader/documents/place.js";
import {
  isSchemaObject,
  listOrEmpty,
  recordOrEmpty,
  type SchemaObject,
} from "../../../reader/documents/schema-walk.js";
import { clientNames } from "../../../reader/model/client-names.js";
import type { HttpApi, HttpOperation, HttpParameter } from "../../../reader/model/model.js";
import { camelCase, Names } from "../../../reader/model/names.js";
import { compare } from "../../../reader/model/schemas.js";
import { type Code, code, enclosed, join } from "../../../reader/text/code/code.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { literal, valueKey } from "../../../reader/text/code/literal.js";
import type { Render } from "../../render/template.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { isLongInteger, type LongIntegerType } from "../types/long-integer.js";
import { functionNames } from "./answer-headers.js";

/** Where the values of an API have integers of 64 bits (`LongShape` of the runtime), for clients that read and write them whole. */
export class LongShapes {
  readonly #document: Document;
  readonly #contracts: Contracts;
  readonly #names: Names;
  /** Constants by `placeKey` of their schemas. */
  readonly #constants = new Map<string, { readonly name: string; readonly place: Place }>();

  constructor(
    readonly api: HttpApi,
    contracts: Contracts,
    readonly as: LongIntegerType,
  ) {
    this.#names = new Names([...clientNames, ...functionNames(api.operations)]);
    const [like] = contracts.openapi;
    if (like === undefined) throw new Error(`${api.source.file} isn't among the contracts`);
    // All references of the bundled document are internal.
    this.#document = { ...like, path: `${api.source.file}?bundled`, value: api.bundled };
    this.#contracts = { ...contracts, documents: new Map([[this.#document.path, this.#document]]) };
  }

  /** What reads the answers of an operation; `undefined` if they have none of these integers. */
  answers(operation: HttpOperation): Code | undefined {
    const statuses = childPlaces(below(this.#operation(operation), "responses")).flatMap(
      ([status, response]) => {
        const shape = this.#content(response);
        return shape === undefined ? [] : [code`${valueKey(status)}: ${shape}`];
      },
    );
    if (statuses.length === 0) return undefined;
    return code`longAnswers(${literal(this.as)}, ${enclosed("object", statuses)})`;
  }

  /** What reads the items of streams, which the bundled document has as lists. */
  items(operation: HttpOperation): Code | undefined {
    const shapes = childPlaces(below(this.#operation(operation), "responses")).flatMap(([, response]) =>
      this.#media(response).flatMap(([type, media]) => {
        const [list] = isStreamed(type)
          ? referenceChain(this.#contracts, below(media, "schema")).slice(-1)
          : [];
        return (list && this.#shape(below(list, "items"))) ?? [];
      }),
    );
    if (shapes.length === 0) return undefined;
    return code`longItems(${literal(this.as)}, ${together(shapes)})`;
  }

  /** What writes the body of an operation, instead of `writer`. */
  body(operation: HttpOperation, writer: Code): Code | undefined {
    const body = dereference(this.#contracts, below(this.#operation(operation), "requestBody"));
    const types = childPlaces(below(body, "content")).flatMap(([type, media]) => {
      if (!/[/+]json\s*(?:;|$)/i.test(type)) return [];
      const shape = this.#shape(below(dereference(this.#contracts, media), "schema"));
      return shape === undefined ? [] : [code`${valueKey(type)}: ${shape}`];
    });
    if (types.length === 0) return undefined;
    return code`longBody(${literal(this.as)}, ${writer}, ${enclosed("object", types)})`;
  }

  /** Whether a parameter has any. */
  isLong(contracts: Contracts, { place, contentType }: HttpParameter): boolean {
    if (contentType === undefined) return hasLongIntegers(contracts, below(place, "schema"));
    return hasLongIntegers(
      contracts,
      below(dereference(contracts, below(place, "content", contentType)), "schema"),
    );
  }

  /** `<api>/integers.ts`: the shapes of the components that were used, and of those that they refer to. */
  file(render: Render): GeneratedFile[] {
    const made = new Map<string, Code>();
    // Making one may add others.
    for (const { name, place } of this.#constants.values()) made.set(name, this.#own(place));
    if (made.size === 0) return [];
    const constants = [...made]
      .sort(([a], [b]) => compare(a, b))
      .map(([name, shape]) => code`export const ${identifier(name)}: LongShape = ${shape};`);
    const view = { header: fileHeader([this.api.source]), constants: join(constants, "\n\n") };
    return [{ path: `${this.api.name}/integers.ts`, text: render("integers.ts", view) }];
  }

  /** The constants that `client.ts` imports, once all operations were asked for. */
  get imported(): readonly string[] {
    return [...this.#used].sort(compare);
  }

  readonly #used = new Set<string>();

  #operation({ path, httpMethod }: HttpOperation): Place {
    const item = placeAt(this.#document, ["paths", path]);
    const own = below(item, httpMethod.toLowerCase());
    if (own.value !== undefined) return own;
    return below(item, "additionalOperations", httpMethod);
  }

  #content(reference: Place): Code | undefined {
    const shapes = this.#media(reference).flatMap(([type, media]) => {
      if (!/[/+]json\s*(?:;|$)|\*/i.test(type)) return [];
      return this.#shape(below(media, "schema")) ?? [];
    });
    if (shapes.length === 0) return undefined;
    return together(shapes);
  }

  #media(reference: Place): [type: string, media: Place][] {
    const response = dereference(this.#contracts, reference);
    return childPlaces(below(response, "content")).map(([type, media]) => [
      type,
      dereference(this.#contracts, media),
    ]);
  }

  /** The shape of a schema as `client.ts` refers to it. */
  #shape(place: Place): Code | undefined {
    if (!isSchemaObject(place.value) || !hasLongIntegers(this.#contracts, place)) return undefined;
    if (!isOnlyReference(place.value)) return this.#own(place, true);
    const name = this.#constant(referredSchema(this.#contracts, place, place.value.$ref));
    this.#used.add(name);
    return identifier(name);
  }

  #constant(place: Place): string {
    const key = placeKey(place);
    const known = this.#constants.get(key);
    if (known !== undefined) return known.name;
    const name = this.#names.take(camelCase(`${place.tokens.at(-1)} shape`), place.tokens.join("/"));
    this.#constants.set(key, { name, place });
    return name;
  }

  /** The shape of what a schema itself says. */
  #own(place: Place, isInClient = false): Code {
    const value = place.value as SchemaObject;
    const at = (...tokens: readonly string[]): Code | undefined =>
      this.#reference(below(place, ...tokens), isInClient);
    const record = (keyword: string, rest: boolean): Code | undefined => {
      const members = Object.keys(recordOrEmpty(value[keyword])).flatMap((name) => {
        // What is declared without any must not be taken for one of the others.
        const shape = at(keyword, name) ?? (rest ? code`{}` : undefined);
        return shape === undefined ? [] : [code`${valueKey(name)}: ${shape}`];
      });
      return members.length === 0 ? undefined : enclosed("object", members);
    };
    const rest = at("additionalProperties") ?? at("unevaluatedProperties");
    const all = ["allOf", "anyOf", "oneOf"].flatMap((keyword) =>
      listOrEmpty(value[keyword]).flatMap((_, index) => at(keyword, `${index}`) ?? []),
    );
    all.push(
      ...childPlaces(below(place, "dependentSchemas")).flatMap(
        ([, each]) => this.#reference(each, isInClient) ?? [],
      ),
    );
    all.push(...["if", "then", "else"].flatMap((keyword) => at(keyword) ?? []));
    const referred =
      typeof value.$ref === "string" ? this.#referred(place, value.$ref, isInClient) : undefined;
    if (referred !== undefined) all.push(referred);
    const prefixes = listOrEmpty(value.prefixItems).map(
      (_, index) => at("prefixItems", `${index}`) ?? code`{}`,
    );
    const members: readonly (readonly [string, Code | undefined])[] = [
      ["long", isLongInteger(value) ? literal(true) : undefined],
      ["properties", record("properties", rest !== undefined)],
      ["patterns", record("patternProperties", rest !== undefined)],
      ["rest", rest],
      ["items", at("items") ?? at("unevaluatedItems")],
      ["prefix", prefixes.length === 0 ? undefined : code`[${prefixes}]`],
      ["all", all.length === 0 ? undefined : code`[${all}]`],
    ];
    return enclosed(
      "object",
      members.flatMap(([name, shape]) => (shape === undefined ? [] : [code`${identifier(name)}: ${shape}`])),
    );
  }

  #reference(place: Place, isInClient: boolean): Code | undefined {
    const { value } = place;
    if (!isSchemaObject(value) || !hasLongIntegers(this.#contracts, place)) return undefined;
    if (isOnlyReference(value)) return this.#referred(place, value.$ref, isInClient);
    const shape = this.#own(place, isInClient);
    // Its own values are listed.
    return shape.toString() === "{}" ? undefined : shape;
  }

  #referred(place: Place, reference: string, isInClient: boolean): Code | undefined {
    const target = referredSchema(this.#contracts, place, reference);
    if (!hasLongIntegers(this.#contracts, target)) return undefined;
    const name = this.#constant(target);
    if (isInClient) this.#used.add(name);
    return code`() => ${identifier(name)}`;
  }
}

function together(shapes: readonly Code[]): Code {
  const [only, ...others] = [...new Map(shapes.map((shape) => [shape.toString(), shape])).values()];
  if (only !== undefined && others.length === 0) return only;
  return code`{ all: [${shapes}] }`;
}
