import type { Document } from "../../../reader/documents/document.js";
import { jointSchemas } from "../../../reader/documents/joint-schemas.js";
import { below, childPlaces, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Rule, RuleContext } from "../rule.js";
import type { ListedOperation } from "../walk/operations.js";
import { appliedTo, schemaTypes } from "../walk/schema-node.js";

const styles: Readonly<Record<string, RegExp>> = {
  camelCase: /^[a-z][a-zA-Z0-9]*$/,
  PascalCase: /^[A-Z][a-zA-Z0-9]*$/,
  snake_case: /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/,
  "kebab-case": /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/,
  "group/kebab-case": /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/,
  "group.camelCase": /^[a-z][a-zA-Z0-9]*(?:\.[a-z][a-zA-Z0-9]*)+$/,
};
/** A single lower-case word follows several styles. */
const word = /^[a-z][a-z0-9]*$/;

/** Operations whose ids look unlike the others. */
export const operationIdStyle: Rule = {
  name: "operation-id-style",
  formats: ["openapi"],
  finds: `An \`operationId\` isn't in the style of the others, or of the option \`style\` (${Object.keys(
    styles,
  )
    .map((name) => `\`${name}\``)
    .join(", ")}).`,
  why: "Generated clients make their function names from it, so users see the difference, and correcting it later breaks their code.",
  remedy: "Rename it before the first release; after that, ignore the rule here.",
  severity: "warning",
  options: { style: "consistent" },
  *check({ operations, options }) {
    const byDocument = new Map<Document, { readonly place: Place; readonly id: string }[]>();
    for (const { place } of operations) {
      const at = below(place, "operationId");
      if (typeof at.value !== "string") continue;
      const ids = byDocument.get(place.document) ?? [];
      byDocument.set(place.document, ids);
      ids.push({ place: at, id: at.value });
    }
    for (const ids of byDocument.values()) {
      const style =
        options.style === "consistent" ? commonStyle(ids.map(({ id }) => id)) : String(options.style);
      const form = style === undefined ? undefined : styles[style];
      if (form === undefined) continue;
      for (const { place, id } of ids) {
        if (form.test(id) || (word.test(id) && style !== "PascalCase")) continue;
        yield {
          place,
          message: `the operationId \`${id}\` isn't in ${style}, ${options.style === "consistent" ? "unlike the others" : "the configured style"}`,
        };
      }
    }
  },
};

/** The style of more than half of the ids. */
function commonStyle(ids: readonly string[]): string | undefined {
  const names = Object.keys(styles);
  return names.find((name) => ids.filter((id) => styles[name]?.test(id)).length * 2 > ids.length);
}

/** Operations that never fail. */
export const errorResponse: Rule = {
  name: "error-response",
  formats: ["openapi"],
  finds: "An operation has no answer with a status of 400 or more, and no `default`.",
  why: "Every operation can fail; without a description of how, each client guesses what to show, to retry and to report.",
  remedy: "Describe the errors that the operation answers with, or add a `default` response for all of them.",
  severity: "warning",
  *check({ operations }) {
    for (const { place, responses, title, kind } of operations) {
      if (kind === "callback" || responses.length === 0) continue;
      if (responses.some(([status]) => status === "default" || /^[45]/.test(status))) continue;
      yield { place, target: "key", message: `\`${title}\` describes no error` };
    }
  },
};

/** Requests that can't be repeated. */
export const unsafeRetry: Rule = {
  name: "unsafe-retry",
  formats: ["openapi"],
  finds: "A `POST` has no header whose name contains `Idempotency`, and no `x-idempotent`.",
  why: "After a time-out, the client doesn't know whether the request was carried out; repeating it may order or pay twice.",
  remedy: "Accept an `Idempotency-Key`; if a repetition does no harm, say so with `x-idempotent: true`.",
  severity: "off",
  *check({ operations }) {
    for (const { kind, method, parameters, place, title } of operations) {
      if (kind !== "path" || method !== "post") continue;
      if ("x-idempotent" in (place.value as object)) continue;
      const isKeyed = parameters.some(({ value }) =>
        /idempoten/i.test(String((value as { name?: unknown }).name)),
      );
      if (!isKeyed) yield { place, target: "key", message: `\`${title}\` can't be repeated safely` };
    }
  },
};

const paging =
  /^(?:page|per[-_]?page|page[-_]?(?:size|token|number)|limit|max[-_]?(?:results|items)|offset|skip|take|top|first|last|count|size|cursor|next|start(?:ing)?[-_]?(?:after|at|index)?|ending[-_]?before|after|before|since|continuation(?:[-_]?token)?|marker)$|^(?:page|\$)/i;
/** Properties that hold the items of a list. */
const holders = ["data", "items", "results", "entries", "records", "value", "values"];

/** Lists that come in one piece. */
export const listWithoutPagination: Rule = {
  name: "list-without-pagination",
  formats: ["openapi"],
  finds:
    "A `GET` without a path parameter at its end answers with a list without a limit, and has no parameter to read it in pages.",
  why: "The list grows with its users; adding pages later changes what the same request answers.",
  remedy:
    "Add a limit and a cursor, and describe them with `x-pagination`; for a list that can't grow, add `maxItems`.",
  severity: "warning",
  *check(context) {
    for (const operation of context.operations) {
      const { kind, method, place, parameters, path, title } = operation;
      if (kind !== "path" || method !== "get" || path.endsWith("}")) continue;
      if (Object.keys(place.value as object).includes("x-pagination")) continue;
      const names = parameters.map(({ value }) => String((value as { name?: unknown }).name));
      if (names.some((name) => paging.test(name))) continue;
      const list = listIn(context, operation);
      if (list !== undefined)
        yield { place, target: "key", message: `\`${title}\` answers with a whole list${list}` };
    }
  },
};

/** A phrase about the list in a successful answer; absent if there is none. */
function listIn({ contracts }: RuleContext, { responses }: ListedOperation): string | undefined {
  for (const [status, response] of responses) {
    if (!status.startsWith("2")) continue;
    if (childPlaces(below(response, "headers")).some(([name]) => name.toLowerCase() === "link")) continue;
    const types = childPlaces(below(response, "content")).map(([, type]) => below(type, "schema"));
    for (const schema of [...types, below(response, "schema")]) {
      if (isOpenList(schema)) return "";
      for (const name of holders) {
        const property = findProperty(schema, name);
        if (property !== undefined && isOpenList(property)) return ` in \`${name}\``;
      }
    }
  }
  return undefined;

  function isOpenList(place: Place): boolean {
    const applied = appliedTo(contracts, { place, around: undefined });
    return (
      applied.some((schema) => schemaTypes(schema).includes("array")) &&
      !applied.some(({ maxItems, prefixItems }) => maxItems !== undefined || prefixItems !== undefined)
    );
  }

  function findProperty(place: Place, name: string): Place | undefined {
    return jointSchemas(contracts, place)
      .flatMap((each) => childPlaces(below(each, "properties")))
      .find(([own]) => own === name)?.[1];
  }
}

const ids = ["event_id", "eventId", "message_id", "messageId", "id"];

/** Events whose id may be missing. */
export const eventIdRequired: Rule = {
  name: "event-id-required",
  formats: ["asyncapi"],
  finds: "The payload of an event declares an id and doesn't require it.",
  why: "Events are delivered more than once; a receiver that may get one without an id can't recognise the second delivery.",
  remedy: "Add the id to `required`.",
  severity: "warning",
  *check({ contracts, messages }) {
    for (const { payload, title, flow } of messages) {
      if (payload === undefined || flow === "to-provider") continue;
      const applied = appliedTo(contracts, { place: payload, around: undefined });
      const declares = (id: string): boolean =>
        applied.some(({ properties }) => isSchemaObject(properties) && Object.hasOwn(properties, id));
      const id = ids.find(declares);
      if (id === undefined) continue;
      if (applied.some(({ required }) => Array.isArray(required) && required.includes(id))) continue;
      yield {
        place: payload,
        target: "key",
        message: `\`${id}\` of the event \`${title}\` isn't required`,
        detail: id,
      };
    }
  },
};
