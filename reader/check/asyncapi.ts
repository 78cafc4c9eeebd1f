import { isForeignAt } from "../documents/asyncapi/schema-formats.js";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { unknownType } from "../documents/keyword-form.js";
import { below, childPlaces, dereference, placeAt, placeKey } from "../documents/place.js";
import { asyncApiParser } from "./asyncapi-parser.js";
import { notJudgedHint } from "./foreign-parsers.js";
import { checkReferenceForms } from "./references.js";
import { inWordsOfJsonSchema, structureHint } from "./schemas.js";

/** Checks the structure of AsyncAPI documents with the AsyncAPI Initiative's parser. */
export async function checkAsyncApi(contracts: Contracts): Promise<Diagnostic[]> {
  if (contracts.asyncapi.length === 0) return [];
  const parse = await asyncApiParser(contracts, { recommended: false });
  const found = await Promise.all(
    contracts.asyncapi.map(async (document) => {
      return (await parse(document))
        .filter(({ severity, code }) => severity === 0 && code !== "invalid-ref")
        .filter(({ message, path, source }) => {
          const [at, pointer] = [contracts.documents.get(source ?? "") ?? document, path.map(String)];
          if (isBooleanSchema(at, pointer) || isForeign(contracts, at, pointer)) return false;
          const isUnknown = /message does not belong to the specified channel/.test(message);
          return !isUnknown || !isMessageOfChannel(contracts, document, pointer);
        })
        .map(({ code, message, path, source }) => {
          const at = contracts.documents.get(source ?? "") ?? document;
          if (code === "not-judged") return diagnose(document, [], { code, message, hint: notJudgedHint });
          const unknown = unknownTypeAt(at, path.map(String));
          if (unknown !== undefined) return unknown;
          return diagnose(at, path.map(String), {
            // What a broker is told doesn't change what a message looks like, and new bindings appear often.
            severity: path.includes("bindings") ? "warning" : "error",
            code: "asyncapi-invalid",
            message: message.trimEnd().replace(/\.$/, ""),
            hint: structureHint(contracts, at, "AsyncAPI 3"),
            target: /not expected/.test(message) ? "key" : "value",
          });
        });
    }),
  );
  return [...checkReferenceForms(contracts), ...inWordsOfJsonSchema(contracts, found.flat())];
}

/** The name of a type that JSON Schema doesn't have. */
function unknownTypeAt(document: Document, path: readonly string[]): Diagnostic | undefined {
  const at = path.lastIndexOf("type");
  if (at < path.length - 2 || at < 0) return undefined;
  const unknown = unknownType(placeAt(document, path).value);
  if (unknown === undefined) return undefined;
  return diagnose(document, path.slice(0, at + 1), { code: "asyncapi-invalid", ...unknown });
}

/** The parser refuses `true` and `false` as the schema of a payload, although the specification allows them. */
function isBooleanSchema(document: Document, path: readonly string[]): boolean {
  const [name] = path.slice(-1);
  return (name === "payload" || name === "schema") && typeof placeAt(document, path).value === "boolean";
}

/** Whether a place is in a schema that isn't JSON Schema, which the parser can't judge; it names places behind references. */
function isForeign(contracts: Contracts, document: Document, path: readonly string[]): boolean {
  let at = placeAt(document, []);
  return path.some((token) => {
    at = below(dereference(contracts, at), token);
    return isForeignAt(contracts, at);
  });
}

/**
 * Whether a message of an operation is one of its channel, although the parser says that it isn't: it compares references as
 * they are written, also if the channel is itself behind one. `path` is that of the parser's finding.
 */
function isMessageOfChannel(contracts: Contracts, document: Document, path: readonly string[]): boolean {
  const operation = placeAt(document, path.slice(0, path.lastIndexOf("messages")));
  const channel = dereference(contracts, below(operation, "channel"));
  const message = placeKey(dereference(contracts, placeAt(document, path)));
  return childPlaces(below(channel, "messages")).some(
    ([, each]) => placeKey(dereference(contracts, each)) === message,
  );
}

/**
 * Warns about each message of `components` that no channel of any document has. A document without channels is taken for
 * a collection of parts.
 */
export function checkUnusedMessages(contracts: Contracts): Diagnostic[] {
  const channels = contracts.asyncapi.map((document) => ({
    document,
    channels: childPlaces(placeAt(document, ["channels"])).map(([, channel]) =>
      dereference(contracts, channel),
    ),
  }));
  const used = new Set(
    channels
      .flatMap((one) => one.channels)
      .flatMap((channel) => childPlaces(below(channel, "messages")))
      .map(([, message]) => placeKey(dereference(contracts, message))),
  );
  return channels
    .filter((one) => one.channels.length > 0)
    .flatMap(({ document }) => childPlaces(placeAt(document, ["components", "messages"])))
    .filter(([, message]) => !used.has(placeKey(dereference(contracts, message))))
    .map(([key, { document, tokens }]) =>
      diagnose(document, tokens, {
        severity: "warning",
        code: "message-unused",
        message: `the message \`${key}\` is in no channel, so the document doesn't say that it is ever sent`,
        hint: "Add it to the `messages` of a channel, or remove it.",
        target: "key",
      }),
    );
}
