import { toPointer } from "@oipkit/runtime/json-pointer";
import { below } from "../../../../../reader/documents/place.js";
import { type ApiOperation, parameterSchema, writtenMedia } from "../../contract/api-contract.js";
import { lacksNull, saysUnknownFormat } from "../../contract/unclear-schemas.js";
import {
  bodyValue,
  type CallArguments,
  parameterKey,
  withBody,
  withParameter,
  writeCall,
} from "../../request/call-arguments.js";
import { referenceAt, referenceSource } from "../../run/references.js";
import { alternativeValues, withoutNulls } from "../../values/alternative-values.js";
import { boundaryValues } from "../../values/boundary-values.js";
import { parameterValue } from "../../values/made-arguments.js";
import { valueAtPath, valuePlaces, withValueAt } from "../../values/value-places.js";
import type { CheckContext } from "../api-check.js";

/** A valid call at the edge of one keyword, made of another valid one. */
export interface EdgeCall {
  readonly detail: string;
  readonly words: string;
  /** The same call with a number one step further inside its limits. */
  readonly inside?: ((call: CallArguments) => CallArguments) | undefined;
  /** The member of the body that it is in. */
  readonly member?: string | number | undefined;
  /** Whether it is another alternative of `oneOf` or `anyOf`, with members of its own. */
  readonly isAlternative?: boolean;
  readonly change: (call: CallArguments) => CallArguments;
}

/** The valid calls at the edges of the keywords of an operation, made of one that the server accepts. */
export async function edgeCalls(
  operation: ApiOperation,
  call: CallArguments,
  context: CheckContext,
): Promise<readonly EdgeCall[]> {
  const found = new Map<string, EdgeCall>();
  for (const edge of candidates(operation, call, context)) {
    if (found.has(edge.detail)) continue;
    const written = writeCall(operation, edge.change(call));
    if (written === undefined) continue;
    if ((await context.contract.judgeRequest(operation, written)).length === 0) found.set(edge.detail, edge);
  }
  return [...found.values()];
}

function* candidates(
  operation: ApiOperation,
  call: CallArguments,
  { contract, session }: CheckContext,
): Generator<EdgeCall> {
  const references = referenceSource(session, operation);
  for (const parameter of operation.declared.parameters) {
    const { name, in: where, required } = parameter;
    if (where === "path" || isKept(name)) continue;
    const node = contract.requestNode(parameterSchema(parameter));
    const value = call.parameters.get(parameterKey(parameter)) ?? parameterValue(contract, parameter);
    if (node === undefined || value === undefined || referenceAt([name], references) !== undefined) continue;
    const places = valuePlaces(node, value);
    // What is made for a format that the suite doesn't know may not have it.
    if (typeof value === "string" && saysUnknownFormat(contract, parameterSchema(parameter), [])) continue;
    if (isUnspelled(value)) continue;
    const place = `${where}/${name}`;
    const words = `the ${where} parameter \`${name}\``;
    if (!required && allowsMadeUp(name))
      yield {
        detail: `${place}/required/present`,
        words: `${words} is there`,
        change: (each) => withParameter(each, parameter, value),
      };
    for (const edge of boundaryValues(node, value, places)) {
      if (isUnspelled(edge.value) || (edge.keyword !== "enum" && !allowsMadeUp(name))) continue;
      yield {
        detail: [place, edge.keyword, ...(edge.variant === undefined ? [] : [edge.variant])].join("/"),
        words: `${words} ${edge.words}`,
        change: (each) => withParameter(each, parameter, edge.value),
      };
    }
  }
  const given = bodyValue(call);
  const media = writtenMedia(operation);
  if (given === undefined || media === undefined) return;
  const schema = below(media.place, "schema");
  const node = contract.requestNode(schema);
  if (node === undefined) return;
  const value = withoutNulls(node, given);
  const places = valuePlaces(node, value);
  for (const { path, keyword, number, replacement } of alternativeValues(node, value, places))
    yield {
      detail: ["body", ...path.map(String), keyword, String(number)].join("/"),
      words: `${path.length === 0 ? "the body" : `\`${toPointer(path.map(String))}\``} follows alternative ${number} of ${keyword}`,
      isAlternative: true,
      change: (each) => withBody(each, withValueAt(bodyValue(each), path, replacement)),
    };
  // In a merge patch, what a nested member may be depends on the item.
  const isMergePatch = media.type.includes("merge-patch");
  for (const edge of boundaryValues(node, value, places)) {
    if (isMergePatch && edge.path.length > 1) continue;
    if (edge.variant !== "absent" && saysUnknownFormat(contract, schema, edge.path)) continue;
    // OpenAPI 3.0 left open until 3.0.3 whether `nullable` needs null among the declared values.
    if (valueAtPath(edge.value, edge.path) === null && lacksNull(contract, schema, edge.path)) continue;
    // Made-up references are refused for good reasons.
    const isReference = [edge.path, [...edge.path, 0]].some((path) => referenceAt(path, references));
    if (isReference && edge.variant !== "absent") continue;
    yield {
      detail: [
        "body",
        ...edge.path.map(String),
        edge.keyword,
        ...(edge.variant === undefined ? [] : [edge.variant]),
      ].join("/"),
      words: `${edge.path.length === 0 ? "the body" : `\`${toPointer(edge.path.map(String))}\``} ${edge.words}`,
      member: edge.path[0],
      ...(edge.inside !== undefined && { inside: (each: CallArguments) => withBody(each, edge.inside) }),
      change: (each) => withBody(each, edge.value),
    };
  }
}

/** Whether a value has no spelling in a query or a header: null, and an empty list. */
function isUnspelled(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Parameters whose values only the server knows. */
function allowsMadeUp(name: string): boolean {
  return !/cursor|token|after|before|since|sort|order|filter|query|fields|expand|include|embed/i.test(name);
}

/** Headers that belong to checks of their own. */
function isKept(name: string): boolean {
  return /^(?:if-|idempotency-key|cursor|(?:page|continuation)_?-?token)/i.test(name);
}
