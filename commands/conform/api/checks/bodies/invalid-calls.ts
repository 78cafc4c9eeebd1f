import { toPointer } from "@oipkit/runtime/json-pointer";
import { branches } from "../../../../../reader/documents/joint-schemas.js";
import { below, childPlaces, type Place } from "../../../../../reader/documents/place.js";
import type { Node } from "../../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { contentKind } from "../../../../mock/index.js";
import { type ApiOperation, hasDefault, parameterSchema, writtenMedia } from "../../contract/api-contract.js";
import {
  bodyValue,
  type CallArguments,
  parameterKey,
  withBody,
  withParameter,
  writeCall,
} from "../../request/call-arguments.js";
import { isRecord } from "../../run/item-names.js";
import { alternativeValues, withoutNulls } from "../../values/alternative-values.js";
import type { InvalidValue } from "../../values/invalid-change.js";
import { invalidValues } from "../../values/invalid-values.js";
import { parameterValue } from "../../values/made-arguments.js";
import { type ValuePath, valueAtPath, valuePlaces, withValueAt } from "../../values/value-places.js";
import type { ApiCase, CheckContext } from "../api-check.js";

/** An invalid call: what makes it so, and how it is made of a valid one. */
export interface InvalidCall {
  /** What follows the operation in the id of its case. */
  readonly detail: string;
  readonly level: ApiCase["level"];
  /** In words that follow "a request in which". */
  readonly words: string;
  /** The member that is null, if null is what is wrong: servers that convert types take it. */
  readonly member?: string | undefined;
  /** Where in the body it is wrong. */
  readonly path?: ValuePath | undefined;
  readonly change: (call: CallArguments) => CallArguments;
}

/** Invalid calls for one place and keyword, of which the first that the judge refuses for it is sent. */
const mostTries = 8;

/** The invalid variants of a valid call, one violated keyword each; the judge refuses all of them. */
export async function invalidCalls(
  operation: ApiOperation,
  call: CallArguments,
  { contract }: CheckContext,
): Promise<readonly InvalidCall[]> {
  const found = new Map<string, { readonly calls: InvalidCall[] }>();
  for (const each of candidates(operation, call, contract)) {
    const group = found.get(each.detail) ?? { calls: [] };
    found.set(each.detail, group);
    if (group.calls.length < mostTries) group.calls.push(each);
  }
  const chosen: InvalidCall[] = [];
  for (const { calls } of found.values())
    for (const each of calls) {
      const written = writeCall(operation, each.change(call));
      if (written === undefined) continue;
      const errors = await contract.judgeRequest(operation, written);
      if (errors.length === 0) continue;
      chosen.push(each);
      break;
    }
  return chosen;
}

function* candidates(
  operation: ApiOperation,
  call: CallArguments,
  contract: CheckContext["contract"],
): Generator<InvalidCall> {
  for (const parameter of operation.declared.parameters) {
    const { name, in: where, required } = parameter;
    // An empty path segment is another path, and a name that doesn't exist is refused as such.
    if (where === "path") continue;
    const place = `${where}/${name}`;
    if (required)
      yield {
        detail: `${place}/required`,
        // One that has a default needn't be sent, whatever `required` says.
        level: hasDefault(contract, parameterSchema(parameter)) ? "should" : "must",
        words: `the required ${where} parameter \`${name}\` is missing`,
        change: (each) => withParameter(each, parameter, undefined),
      };
    const node = contract.requestNode(parameterSchema(parameter));
    const value = call.parameters.get(parameterKey(parameter)) ?? parameterValue(contract, parameter);
    if (node === undefined || value === undefined) continue;
    for (const invalid of invalidValues(valuePlaces(node, value))) {
      // The members of an object are parameters of their own then, and this one is missing.
      const isSplit = where === "query" && parameter.explode && parameter.style === "form";
      if (isSplit && isRecord(invalid.spoil(value))) continue;
      // In a text, null and numbers are texts.
      if (invalid.variant === "null" || invalid.variant === "number" || invalid.variant === "numeric-text")
        continue;
      yield {
        detail: [place, ...detail(invalid)].join("/"),
        level: invalid.level,
        words: `the ${where} parameter \`${name}\` ${invalid.words}`,
        change: (each) =>
          withParameter(
            each,
            parameter,
            invalid.spoil(each.parameters.get(parameterKey(parameter)) ?? value),
          ),
      };
    }
  }
  const value = bodyValue(call);
  const media = writtenMedia(operation);
  const node = media && contract.requestNode(below(media.place, "schema"));
  if (value === undefined || media === undefined || node === undefined) return;
  // No text is an empty text, and no bytes are bytes.
  const isRaw = ["text", "other"].includes(contentKind(media.type));
  if (operation.declared.body?.required === true && !isRaw)
    yield {
      detail: "body/required",
      level: takesEmptyObject(contract, operation) ? "should" : "must",
      words: "the required body is missing",
      change: (each) => ({ ...each, body: undefined }),
    };
  const usual = new Set(membersWithDefault(contract, below(media.place, "schema")));
  // A PATCH has the changes alone, though many documents refer to the schema of the whole.
  const isOptional = (path: ValuePath): boolean =>
    (operation.method === "PATCH" && path.length === 1) || usual.has(toPointer(path.map(String)));
  const isForm = ["form", "multipart"].includes(contentKind(media.type));
  const encodings = operation.declared.body?.encoding?.[media.type] ?? {};
  for (const invalid of invalidValues(valuePlaces(node, withoutNulls(node, value)))) {
    if (isForm && isSameInForm(invalid, value)) continue;
    // OpenAPI doesn't say how what is deeper than a member in brackets is written.
    if (isForm && encodings[String(invalid.path[0])]?.style === "deepObject" && isDeeper(invalid, value))
      continue;
    yield {
      detail: ["body", ...detail(invalid)].join("/"),
      level: invalid.keyword === "required" && isOptional(invalid.path) ? "should" : invalid.level,
      words: `${invalid.path.length === 0 ? "the body" : `\`${toPointer(invalid.path.map(String))}\``} ${invalid.words}`,
      ...(invalid.variant === "null" && { member: String(invalid.path[0]) }),
      path: invalid.path,
      change: (each) => withBody(each, invalid.spoil(bodyValue(each))),
    };
  }
  yield* otherwiseInvalid(node, value);
}

/** Whether a form shows no difference: its members are texts, and one of them is a list, too. */
function isSameInForm({ path, variant, spoil }: InvalidValue, value: unknown): boolean {
  const isText = variant === "null" || variant === "number" || variant === "numeric-text";
  const wasList = Array.isArray(valueAtPath(value, path));
  const spoiled = spoil(value);
  // A form of no members is an empty one.
  if (path.length === 0 && !isRecord(spoiled)) return true;
  return isText || (wasList && !Array.isArray(valueAtPath(spoiled, path)));
}

/** Whether a member of a member is an object or a list instead of a text. */
function isDeeper({ path, spoil }: InvalidValue, value: unknown): boolean {
  const own = valueAtPath(spoil(value), path);
  return path.length > 1 && typeof own === "object" && own !== null;
}

/** Invalid variants of the body with another alternative of `oneOf` or `anyOf` in it. */
function* otherwiseInvalid(node: Node, value: unknown): Generator<InvalidCall> {
  for (const { path, number, replacement } of alternativeValues(node, value, valuePlaces(node, value))) {
    const whole = withValueAt(value, path, replacement);
    const places = valuePlaces(node, whole).filter((place) =>
      path.every((key, index) => place.path[index] === key),
    );
    for (const invalid of invalidValues(places))
      yield {
        detail: ["body", ...detail(invalid), `alternative-${number}`].join("/"),
        level: invalid.level,
        words: `\`${toPointer(invalid.path.map(String))}\` ${invalid.words}`,
        path: invalid.path,
        change: (each) => withBody(each, invalid.spoil(withValueAt(bodyValue(each), path, replacement))),
      };
  }
}

/** Whether a body without any member is valid: many servers take no body for one. */
export function takesEmptyObject(contract: CheckContext["contract"], operation: ApiOperation): boolean {
  const media = writtenMedia(operation);
  const node = media && contract.requestNode(below(media.place, "schema"));
  return node !== undefined && holds(node, {});
}

/** JSON Pointers of the members of a body that have a default. */
function membersWithDefault(contract: CheckContext["contract"], schema: Place): readonly string[] {
  return branches(contract.contracts, schema).flatMap((branch) =>
    childPlaces(below(branch, "properties"))
      .filter(([, property]) => hasDefault(contract, property))
      .map(([name]) => toPointer([name])),
  );
}

function detail({ path, keyword, variant }: InvalidValue): readonly string[] {
  return [...path.map(String), keyword, ...(variant === undefined ? [] : [variant])];
}
