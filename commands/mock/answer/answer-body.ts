import { streamedMedia, streamItem } from "@oipkit/runtime/http";
import { unknownName } from "@oipkit/runtime/nearest-names";
import { declaredTypes } from "../../../reader/documents/joint-schemas.js";
import { contractExamples } from "../../../reader/documents/openapi/contract-examples.js";
import { isStreamed } from "../../../reader/documents/openapi/version32.js";
import { below, type Place, placeKey } from "../../../reader/documents/place.js";
import { json } from "../../../reader/text/json.js";
import type { Applying } from "../contract/applied-schemas.js";
import { hasSchema, type MockSchemas } from "../contract/schemas.js";
import { finding, type MockFinding, type RequestRefusal } from "../exchange.js";
import { contentKind, essence, isXml, type Preferences } from "../request/headers.js";
import {
  exampleNames,
  type MadeValue,
  madeValue,
  matchesSeveral,
  overlaps,
  violationText,
} from "./made-value.js";
import { variedValue } from "./varied-value.js";
import { xmlBody } from "./xml-body.js";

/** The body of an answer, or why there is none. */
type AnswerBody =
  | { readonly kind: "body"; readonly body: string; readonly findings: readonly MockFinding[] }
  | { readonly kind: "refused"; readonly refusal: RequestRefusal };

/** What a body is made from. */
interface BodySource {
  /** The media type object. */
  readonly media: Place;
  /** The media type that is sent. */
  readonly type: string;
  readonly preferences: Preferences;
  /** What varies a dynamic value. */
  readonly seed: string;
}

/** Makes bodies; values of the same schema are made once. */
type BodyMaker = (source: BodySource) => AnswerBody;

/** Bodies from examples, if their schema accepts them, or made from the schema. */
export function bodyMaker(schemas: MockSchemas): BodyMaker {
  const made = new Map<string, MadeValue>();
  const told = new Set<string>();
  const valueAt = (schema: Place): MadeValue => {
    const key = placeKey(schema);
    const value = made.get(key) ?? madeValue(schemas, schema);
    made.set(key, value);
    return value;
  };
  const overlapFindings = (media: Place, value: unknown): readonly MockFinding[] => {
    const schema = below(media, "schema");
    const key = `${placeKey(media)} overlaps`;
    if (told.has(key) || !hasSchema(schema) || value === undefined || !overlaps(schemas, schema, value))
      return [];
    told.add(key);
    return [overlapFinding];
  };
  const make: BodyMaker = (source) => {
    const { media, type, preferences, seed } = source;
    const schema = below(media, "schema");
    const isChecked = hasSchema(schema);
    const contracts = schemas.contracts("answer");
    const named = preferences.example;
    const all = contractExamples(contracts, media);
    if (named !== undefined && !all.some(({ name }) => name === named))
      return refused(404, "example-unknown", unknownName("example", named, exampleNames(media)));
    const wanted = named === undefined ? all : all.filter(({ name }) => name === named);
    const findings: MockFinding[] = [];
    const tell = (found: MockFinding): void => {
      const key = `${placeKey(media)} ${found.message}`;
      // Each is reported once.
      if (!told.has(key)) findings.push(found);
      told.add(key);
    };
    let refusal: string | undefined;
    let ambiguous: { readonly value: unknown; readonly found: MockFinding } | undefined;
    for (const { name, value } of preferences.dynamic === true && named === undefined ? [] : wanted) {
      // Text is the stream, or the document, as it is sent.
      const isWritten =
        typeof value === "string" && (isStreamed(type) || (isXml(type) && !saysText(schemas, schema)));
      const violation = isChecked && !isWritten ? violationText(schemas, schema, value) : undefined;
      const body = violation === undefined ? written(schemas, value, source) : undefined;
      if (body !== undefined)
        return {
          kind: "body",
          body,
          findings: [...findings, ...overlapFindings(media, isWritten ? undefined : value)],
        };
      const what = name === undefined ? "an example" : `the example \`${name}\``;
      const why = violation ?? `isn't text, which \`${type}\` needs`;
      const found = invalidExample(`${what} of the contract doesn't match its schema: ${why}`);
      refusal ??= found.message;
      if (ambiguous === undefined && violation !== undefined && matchesSeveral(schemas, schema, value))
        ambiguous = { value, found };
      else tell(found);
    }
    if (ambiguous !== undefined) {
      const made = valueAt(schema);
      const body = made.kind === "value" ? undefined : written(schemas, ambiguous.value, source);
      if (body !== undefined) {
        tell(ambiguousFinding);
        return { kind: "body", body, findings };
      }
      tell(ambiguous.found);
    }
    if (named !== undefined) return refused(500, "example-invalid", refusal ?? "the example is unusable");
    if (!isChecked) return { kind: "body", body: contentKind(type) === "json" ? "null" : "", findings };
    const value = valueAt(schema);
    if (value.kind === "none") return refused(500, "answer-unavailable", advice(value.reason));
    const isOverlapping = value.kind === "overlapping";
    const isValid = (each: unknown): boolean =>
      violationText(schemas, schema, each) === undefined ||
      (isOverlapping && matchesSeveral(schemas, schema, each));
    const sent = preferences.dynamic === true ? variedValue(value.value, { seed, isValid }) : value.value;
    const body = written(schemas, sent, source);
    if (isOverlapping) tell(ambiguousFinding);
    if (body !== undefined)
      return { kind: "body", body, findings: [...findings, ...overlapFindings(media, sent)] };
    return refused(500, "answer-unavailable", advice(`\`${type}\` isn't made from a schema`));
  };
  const answers = new Map<string, AnswerBody>();
  return (source) => {
    const { media, type, preferences } = source;
    // The types in a declared range are as many as clients think of.
    if (preferences.dynamic === true || media.tokens.at(-1)?.includes("*")) return make(source);
    const key = [placeKey(media), type, preferences.example ?? ""].join("\n");
    const known = answers.get(key);
    if (known !== undefined) return known;
    const fresh = make(source);
    if (fresh.kind === "body") answers.set(key, { ...fresh, findings: [] });
    return fresh;
  };
}

/** A value in its media type; `undefined` if it can't be written in it. */
function written(schemas: MockSchemas, value: unknown, { media, type }: BodySource): string | undefined {
  const kind = contentKind(type);
  if (kind === "json") return json(value);
  const schema = below(media, "schema");
  if (isXml(type) && (typeof value !== "string" || saysText(schemas, schema)))
    return xmlBody(xmlApplying(schemas), schema, value);
  if (typeof value === "string") return value;
  if (Array.isArray(value) && isStreamed(type)) return streamBody(value, essence(type));
  return undefined;
}

/** Whether a document is one text in an element, so that a text isn't the document itself. */
function saysText(schemas: MockSchemas, schema: Place): boolean {
  return declaredTypes(schemas.contracts("answer"), schema)?.includes("string") === true;
}

function xmlApplying(schemas: MockSchemas): Applying {
  return {
    contracts: schemas.contracts("answer"),
    accepts: (place, value) => violationText(schemas, place, value) === undefined,
  };
}

function advice(reason: string): string {
  return `there is no answer to send: ${reason}; add an example to the contract`;
}

function refused(status: number, code: string, detail: string): AnswerBody {
  return { kind: "refused", refusal: { status, code, detail } };
}

function invalidExample(message: string): MockFinding {
  const help = "Fix the example or its schema; another answer is sent instead.";
  return {
    ...finding({ side: "answer", in: "body" }, { code: "example-invalid", message, help }),
    level: "warning",
  };
}

const overlapFinding: MockFinding = {
  ...finding(
    { side: "answer", in: "body" },
    {
      code: "alternatives-overlap",
      message: "alternatives of `oneOf` overlap, so the `discriminator` chose between them",
      help: "Make them differ in the contract, for example by a constant in each: validators refuse what matches two.",
    },
  ),
  level: "warning",
};

const ambiguousFinding: MockFinding = {
  ...finding(
    { side: "answer", in: "body" },
    {
      code: "alternatives-overlap",
      message:
        "alternatives of `oneOf` overlap, and no value was found that matches only one, so this one matches several",
      help: "Make them differ in the contract, for example by a constant in each, or use `anyOf`: validators refuse what matches two.",
    },
  ),
  level: "warning",
};

/** A list as a stream of its items: events, lines of JSON, or a JSON text sequence. `undefined` if an item isn't an event. */
function streamBody(items: readonly unknown[], mediaType: string): string | undefined {
  const layout = streamedMedia(mediaType);
  if (layout === undefined) return undefined;
  try {
    return items.map((item) => streamItem(item, layout)).join("");
  } catch {
    return undefined;
  }
}
