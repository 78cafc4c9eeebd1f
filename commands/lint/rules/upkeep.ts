import { isDeepStrictEqual } from "node:util";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { below, childPlaces, type Place, placeAt, placeKey } from "../../../reader/documents/place.js";
import { resolveReference } from "../../../reader/documents/references.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Rule, RuleContext, RuleFinding } from "../rule.js";
import { appliedTo } from "../walk/schema-node.js";

const extension = /^x-.*(?:sunset|replace|deprecat|removal|removed|successor)/i;
const inText = /\b(?:use|instead|replaced|replacement|successor|sunset|migrate|removed?|superseded|see)\b/i;

/** Deprecated parts without a replacement or a date. */
export const deprecatedWithoutReplacement: Rule = {
  name: "deprecated-without-replacement",
  formats: ["openapi", "asyncapi", "schema"],
  finds:
    "Something is `deprecated`, and its description names neither a replacement nor the end of its life.",
  why: "Whoever uses it can only ignore the warning: they don't know what to use instead, nor until when.",
  remedy:
    "Say in its `description` what to use instead and when it will be removed, or add `x-sunset` with the date.",
  severity: "warning",
  *check({ schemas, operations }) {
    for (const { place } of schemas) yield* unexplained(place, "this schema");
    const parameters = new Map<unknown, Place>();
    for (const operation of operations) {
      yield* unexplained(operation.place, `\`${operation.title}\``);
      for (const parameter of operation.parameters) parameters.set(parameter.value, parameter);
    }
    for (const parameter of parameters.values()) yield* unexplained(parameter, "this parameter");
  },
};

function* unexplained(place: Place, name: string): Generator<RuleFinding> {
  const holder = place.value as Readonly<Record<string, unknown>>;
  if (holder.deprecated !== true || Object.keys(holder).some((key) => extension.test(key))) return;
  const text = [holder.title, holder.summary, holder.description].filter((each) => typeof each === "string");
  if (inText.test(text.join("\n"))) return;
  yield {
    place: below(place, "deprecated"),
    target: "key",
    message: `${name} is deprecated, without a replacement or a date`,
  };
}

const schemaLists = ["required", "enum", "x-extensible-enum"];
/** Comparing each item with each other one takes quadratic time. */
const mostItems = 5_000;

/** Lists that have an entry twice. */
export const duplicateEntry: Rule = {
  name: "duplicate-entry",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "A `required`, an `enum` or the `tags` of an operation have an entry twice.",
  why: "The second one does nothing, so one of the two was probably meant to be something else.",
  remedy: "Remove it, or write what was meant.",
  severity: "warning",
  fixable: true,
  *check({ schemas, operations }) {
    for (const { place } of schemas)
      for (const keyword of schemaLists) yield* duplicates(below(place, keyword));
    for (const { place } of operations) yield* duplicates(below(place, "tags"));
  },
};

function* duplicates(list: Place): Generator<RuleFinding> {
  const { value: items } = list;
  if (!Array.isArray(items) || items.length > mostItems) return;
  const scalars = new Set<unknown>();
  const others: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const isScalar = item === null || typeof item !== "object";
    const isKnown = isScalar ? scalars.has(item) : others.some((other) => isDeepStrictEqual(other, item));
    if (isScalar) scalars.add(item);
    else others.push(item);
    if (!isKnown) continue;
    const place = below(list, String(index));
    yield {
      place,
      message: `this entry of \`${list.tokens.at(-1)}\` is already in the list`,
      fix: { kind: "remove", tokens: place.tokens },
    };
  }
}

/** Bodies and events without an example. */
export const missingExample: Rule = {
  name: "missing-example",
  formats: ["openapi", "asyncapi"],
  finds:
    "A JSON body of an operation, or an event, has no example, neither here nor in the folder `examples`.",
  why: "An example is what readers look at first, and what mocks, fixtures and tests are made of.",
  remedy: "Add one to `examples`, or to the schema.",
  severity: "off",
  *check(context) {
    const subjects = new Set(context.contracts.examples.map(({ subject }) => subject));
    for (const { place, title, key, payload } of context.messages) {
      if (payload === undefined || subjects.has(title) || subjects.has(key)) continue;
      if (hasExample(place) || hasExample(payload)) continue;
      yield { place, target: "key", message: `the event \`${title}\` has no example` };
    }
    for (const { type, title } of jsonBodies(context)) {
      if (hasExample(type) || hasExample(below(type, "schema"), context)) continue;
      yield { place: type, target: "key", message: `a JSON body of \`${title}\` has no example` };
    }
  },
};

function* jsonBodies({ operations }: RuleContext): Generator<{ type: Place; title: string }> {
  for (const { requestBody, responses, title } of operations) {
    const bodies = [...(requestBody === undefined ? [] : [requestBody]), ...responses.map(([, at]) => at)];
    for (const body of bodies)
      for (const [name, type] of childPlaces(below(body, "content")))
        if (/[/+]json\b/.test(name) && isSchemaObject(below(type, "schema").value)) yield { type, title };
  }
}

/** Whether a place has an example of its own, or a schema has one by what applies to it. */
function hasExample(place: Place, context?: RuleContext): boolean {
  if (context === undefined) return isExemplified(place.value);
  const { $ref } = (place.value ?? {}) as { $ref?: unknown };
  const name =
    typeof $ref === "string"
      ? $ref
          .split("/")
          .at(-1)
          ?.replace(/\.schema\.\w+$/, "")
      : undefined;
  if (context.contracts.examples.some(({ subject }) => subject === name)) return true;
  return appliedTo(context.contracts, { place, around: undefined }).some(isExemplified);
}

function isExemplified(value: unknown): boolean {
  const { example, examples } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return example !== undefined || examples !== undefined;
}

/** Sections of `components` whose entries are used by reference. */
const sections = [
  "schemas",
  "parameters",
  "responses",
  "requestBodies",
  "headers",
  "examples",
  "links",
  "callbacks",
  "pathItems",
  "messages",
  "messageTraits",
  "operationTraits",
  "channels",
  "servers",
  "replies",
  "correlationIds",
];

/** Definitions that nothing refers to. */
export const unusedComponent: Rule = {
  name: "unused-component",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "Nothing in the contracts refers to an entry of `components`, `$defs` or `definitions`.",
  why: "It is generated, documented and maintained for nothing, or the reference to it was forgotten.",
  remedy: "Remove it, or refer to it.",
  severity: "warning",
  *check({ contracts }) {
    const used = usedPlaces(contracts);
    for (const document of [...contracts.openapi, ...contracts.asyncapi, ...contracts.schemas]) {
      for (const place of definitionsIn(document)) {
        if (isUsed(place, used)) continue;
        const [section, name] = place.tokens.slice(-2);
        yield { place, target: "key", message: `nothing refers to \`${name}\` in \`${section}\`` };
      }
    }
  },
};

function definitionsIn(document: Document): Place[] {
  const value = (document.value ?? {}) as Readonly<Record<string, unknown>>;
  // A document without operations is a collection of parts for other documents.
  const isCollection = ["paths", "webhooks", "channels"].every((key) => value[key] === undefined);
  const isSchema = value.openapi === undefined && value.asyncapi === undefined && value.swagger === undefined;
  if (isCollection && !isSchema) return [];
  const places = [...sections.map((section) => ["components", section]), ["$defs"], ["definitions"]];
  return places.flatMap((tokens) => childPlaces(placeAt(document, tokens)).map(([, place]) => place));
}

/** The places that references lead to, by `placeKey`; each with the documents and pointers of the references. */
function usedPlaces(contracts: Contracts): ReadonlySet<string> {
  const used = new Set<string>();
  for (const document of contracts.documents.values()) {
    for (const { ref, tokens } of document.scan.references) {
      const resolution = resolveReference(contracts.documents, document, ref);
      if (resolution.kind !== "found") continue;
      const { document: target, tokens: at } = resolution.target;
      // A recursive schema doesn't use itself.
      const isWithin =
        target === document && at.length > 0 && at.every((token, index) => tokens[index] === token);
      if (isWithin) continue;
      for (let length = at.length; length > 0; length--)
        used.add(placeKey({ document: target, tokens: at.slice(0, length) }));
    }
  }
  return used;
}

function isUsed(place: Place, used: ReadonlySet<string>): boolean {
  return used.has(placeKey(place));
}
