import { isDeepStrictEqual } from "node:util";
import { toPointer } from "@oipkit/runtime/json-pointer";
import { branches } from "../../../../reader/documents/joint-schemas.js";
import { contractExamples } from "../../../../reader/documents/openapi/contract-examples.js";
import { below, childPlaces, type Place, referenceChain } from "../../../../reader/documents/place.js";
import { isSchemaObject } from "../../../../reader/documents/schema-walk.js";
import type { HttpParameter } from "../../../../reader/model/model.js";
import type { Node } from "../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import { synthesise } from "../../../../reader/validation/synthesis/synthesise.js";
import { contentKind, hasSchema } from "../../../mock/index.js";
import {
  type ApiContract,
  type ApiOperation,
  parameterSchema,
  writtenMedia,
} from "../contract/api-contract.js";
import { type CallArguments, parameterKey } from "../request/call-arguments.js";

/** A body that the contract allows, and where it comes from. */
export interface BodyCandidate {
  readonly source: "example" | "full" | "small";
  /** Of an example that has one. */
  readonly name: string | undefined;
  readonly value: unknown;
}

/** Steps of one search for a value (guessed: a second at most). */
const steps = 20_000;

/** The bodies that an operation is tried with, the likeliest to be accepted first: the contract's examples, all members, the required ones. */
export function bodyCandidates(contract: ApiContract, operation: ApiOperation): readonly BodyCandidate[] {
  const media = writtenMedia(operation);
  if (media === undefined) return [];
  const schema = below(media.place, "schema");
  const node = contract.requestNode(schema);
  const found: BodyCandidate[] = bodyExamples(contract, operation).filter(
    ({ value }) => node === undefined || holds(node, value),
  );
  // Without a schema, bytes are bytes.
  if (found.length === 0 && !hasSchema(schema) && contentKind(media.type) !== "json")
    found.push({ source: "small", name: undefined, value: fileContent });
  if (node !== undefined) {
    const fixed = new Map([
      ...fileMembers(contract, operation),
      ...partExamples(contract, schema),
      ...exampleMembers(found[0]?.value),
    ]);
    for (const size of ["full", "small"] as const) {
      const exampled = synthesise(node, { size, fixed, steps });
      const made = exampled.kind === "value" ? exampled : synthesise(node, { size, steps });
      if (made.kind === "value") found.push({ source: size, name: undefined, value: made.value });
    }
  }
  return found.filter(
    ({ value }, at) => found.findIndex((other) => isDeepStrictEqual(other.value, value)) === at,
  );
}

/** What files have in them, since few servers take an empty one. */
const fileContent = "oipkit\n";

/** Contents of the files in an operation's form, by JSON Pointer. */
function fileMembers(
  contract: ApiContract,
  { writer, declared }: ApiOperation,
): readonly (readonly [string, unknown])[] {
  const form = declared.body?.media.find(([type]) => contentKind(type) === "multipart")?.[1];
  if (form === undefined) return [];
  return [...writer.files].flatMap((name) => {
    const node = contract.requestNode(below(form, "schema", "properties", name));
    const value = [fileContent, [fileContent]].find((each) => node === undefined || holds(node, each));
    return value === undefined ? [] : [[toPointer([name]), value] as const];
  });
}

/** The members of an example, by JSON Pointer. */
function exampleMembers(example: unknown): readonly (readonly [string, unknown])[] {
  if (typeof example !== "object" || example === null || Array.isArray(example)) return [];
  return Object.entries(example).map(([name, value]) => [toPointer([name]), value]);
}

/** The examples of the contract for an operation's body, also wrong ones. */
export function bodyExamples(contract: ApiContract, operation: ApiOperation): readonly BodyCandidate[] {
  const media = writtenMedia(operation);
  if (media === undefined) return [];
  return contractExamples(contract.contracts, media.place).map(({ name, value }) => ({
    source: "example" as const,
    name,
    value,
  }));
}

/** The first valid example or default of each property, by JSON Pointer. */
function partExamples(contract: ApiContract, schema: Place): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const branch of branches(contract.contracts, schema)) {
    for (const [name, property] of childPlaces(below(branch, "properties"))) {
      const node = contract.requestNode(property);
      if (node === undefined) continue;
      const example = schemaExamples(contract, property).find((value) => holds(node, value));
      if (example !== undefined) found.set(toPointer([name]), example);
    }
  }
  return found;
}

function schemaExamples({ contracts }: ApiContract, schema: Place): readonly unknown[] {
  return referenceChain(contracts, schema).flatMap(({ value }): readonly unknown[] => {
    if (!isSchemaObject(value)) return [];
    const { example, examples, default: usual } = value;
    const listed: readonly unknown[] = Array.isArray(examples) ? examples : [];
    return [example, ...listed, usual].filter((each) => each !== undefined);
  });
}

/** A valid value of a parameter: an example, or one made from its schema. `undefined` if there is none. */
export function parameterValue(contract: ApiContract, parameter: HttpParameter): unknown {
  const schema = parameterSchema(parameter);
  const node = contract.requestNode(schema);
  const example = contractExamples(contract.contracts, parameter.place).find(
    ({ value }) => node === undefined || holds(node, value),
  );
  if (example !== undefined) return example.value;
  if (node === undefined) return "1";
  const made = madeValueFor(node, parameter);
  return made ?? undefined;
}

function madeValueFor(node: Node, { in: where }: HttpParameter): unknown {
  const made = synthesise(node, { size: "small", steps });
  if (made.kind === "none") return undefined;
  // An empty text is no segment of a path.
  if (where === "path" && made.value === "") return "1";
  return made.value;
}

/** The required parameters outside of the path, with valid values. */
export function requiredParameters(contract: ApiContract, operation: ApiOperation): CallArguments {
  const parameters = new Map<string, unknown>();
  for (const parameter of operation.declared.parameters) {
    if (!parameter.required || parameter.in === "path") continue;
    const value = parameterValue(contract, parameter);
    if (value !== undefined) parameters.set(parameterKey(parameter), value);
  }
  return { parameters };
}
