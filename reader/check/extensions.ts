import { fromPointer } from "@oipkit/runtime/json-pointer";
import { nearestNames } from "@oipkit/runtime/nearest-names";
import type { ErrorObject } from "ajv";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic, DiagnosticCode } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { recordOrEmpty, type SchemaObject } from "../documents/schema-walk.js";
import { describeError } from "../validation/json-schema-errors.js";
import {
  checkAccessSnapshot,
  checkArtifactManifest,
  checkPagination,
  manifestExtensions,
  operationExtensions,
} from "./extension-rules.js";
import { checkProtocolReferences } from "./protocol-references.js";
import { vocabulary } from "./vocabulary.js";

/** oipkit's own extensions and files must match the schemas in `reader/vocabulary/`. */
export function checkExtensions(contracts: Contracts): Diagnostic[] {
  return [...checkExtensionForms(contracts), ...checkProtocolForms(contracts)];
}

/** The same, apart from webhook protocols. */
export function checkExtensionForms(contracts: Contracts): Diagnostic[] {
  const found: Diagnostic[] = [];
  const check = (document: Document, tokens: readonly string[], subject: Subject): void => {
    found.push(...checkVocabulary(document, tokens, subject));
  };
  for (const path of contracts.names.keys()) {
    const document = contracts.documents.get(path);
    for (const { value, tokens } of document?.scan.rules ?? []) {
      if (document) check(document, tokens, { value, schema: "x-rules", code: "extension-invalid" });
    }
    for (const { value, tokens } of document?.scan.openEnums ?? []) {
      if (document)
        check(document, tokens, { value, schema: "x-extensible-enum", code: "extension-invalid" });
    }
  }
  for (const extension of operationExtensions(contracts)) {
    const { document, tokens, value, schema } = extension;
    const before = found.length;
    check(document, tokens, { value, schema, code: "extension-invalid" });
    if (found.length === before && schema === "x-pagination")
      found.push(...checkPagination(contracts, extension));
    if (found.length === before && schema === "x-access-snapshot")
      found.push(...checkAccessSnapshot(contracts, extension));
  }
  for (const extension of manifestExtensions(contracts)) {
    const { document, tokens, value } = extension;
    const before = found.length;
    check(document, tokens, { value, schema: "x-artifact-manifest", code: "extension-invalid" });
    if (found.length === before) found.push(...checkArtifactManifest(contracts, extension));
  }
  for (const document of contracts.cases) {
    check(document, [], { value: document.value, schema: "conformance-cases", code: "case-invalid" });
  }
  for (const document of contracts.senderCases) {
    check(document, [], { value: document.value, schema: "sender-cases", code: "case-invalid" });
  }
  for (const document of contracts.ledgers) {
    check(document, [], { value: document.value, schema: "clauses", code: "clauses-invalid" });
  }
  return found;
}

/** Webhook protocols must match their schema; an OpenAPI document can only refer to one. */
export function checkProtocolForms(contracts: Contracts): Diagnostic[] {
  const found = contracts.asyncapi.flatMap((document) => {
    const value = (document.value as Record<string, unknown>)["x-webhook-protocol"];
    if (value === undefined) return [];
    const subject = { value, schema: "webhook-protocol", code: "extension-invalid" } as const;
    return checkVocabulary(document, ["x-webhook-protocol"], subject);
  });
  return [...found, ...checkProtocolReferences(contracts)];
}

function checkVocabulary(
  document: Document,
  tokens: readonly string[],
  { value, schema, code }: Subject,
): Diagnostic[] {
  const validate = vocabulary(schema);
  if (validate(value)) return [];
  return mostSpecific(validate.errors ?? []).map((error) => {
    const at = [...tokens, ...fromPointer(error.instancePath)];
    const hint = vocabularyHint(error, pages[schema]);
    return diagnose(document, at, { code, message: describeError(error, "oipkit"), hint });
  });
}

const writing = 'oipkit\'s documentation, "Writing contracts", shows how it is written.';

/** Where each vocabulary is explained, for an error that its schema can't explain. */
const pages: Readonly<Record<Subject["schema"], string>> = {
  clauses: writing,
  "conformance-cases": 'oipkit\'s documentation, "Conformance format", shows how a case is written.',
  "sender-cases": 'oipkit\'s documentation, "Conformance of senders", shows how a case is written.',
  "webhook-protocol": writing,
  "x-access-snapshot": writing,
  "x-artifact-manifest": writing,
  "x-environments": writing,
  "x-extensible-enum": writing,
  "x-pagination": writing,
  "x-rules": writing,
};

interface Subject {
  readonly value: unknown;
  /** What contracts are written in; vectors are generated. */
  readonly schema: Exclude<Parameters<typeof vocabulary>[0], "verifier-vectors">;
  readonly code: DiagnosticCode;
}

/** Drops errors of `if`, `anyOf` and other composites if one of their branches already reports the problem. */
export function mostSpecific(errors: readonly ErrorObject[]): ErrorObject[] {
  const composite = new Set(["if", "anyOf", "oneOf", "allOf", "not"]);
  const specific = errors.filter(({ keyword }) => !composite.has(keyword));
  if (specific.length > 0) return specific;
  return [...errors];
}

/** What to do about an error of Ajv (with `verbose`): what the schema says of the place. `page` explains the rest. */
function vocabularyHint({ keyword, params, parentSchema }: ErrorObject, page: string): string {
  const schema: SchemaObject = recordOrEmpty(parentSchema);
  const { additionalProperty, missingProperty, allowedValues } = params as {
    readonly additionalProperty?: string;
    readonly missingProperty?: string;
    readonly allowedValues?: readonly unknown[];
  };
  const properties = recordOrEmpty(schema.properties);
  if (additionalProperty !== undefined && Object.keys(properties).length > 0)
    return nameHint(additionalProperty, Object.keys(properties));
  if (keyword === "enum" && allowedValues !== undefined)
    return `Allowed: ${listed(allowedValues.map(String))}.`;
  const meaning = firstSentence(missingProperty === undefined ? schema : properties[missingProperty]);
  if (missingProperty !== undefined)
    return `Add \`${missingProperty}\`${meaning === undefined ? "." : `: ${lowerFirst(meaning)}`}`;
  if (meaning === undefined) return page;
  return `Expected here: ${lowerFirst(meaning)}`;
}

function nameHint(name: string, known: readonly string[]): string {
  const [near] = nearestNames(name, known);
  if (near === undefined) return `Known here: ${listed(known)}.`;
  return `Did you mean \`${near}\`?`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

/** The first sentence of the schema's description. */
function firstSentence(schema: unknown): string | undefined {
  const { description } = (schema ?? {}) as { description?: unknown };
  if (typeof description !== "string") return undefined;
  const end = description.search(/\.(?:\s|$)/);
  if (end < 0) return undefined;
  return description.slice(0, end + 1).replace(/\s+/g, " ");
}

/** An abbreviation such as `HTTP` keeps its capitals. */
function lowerFirst(text: string): string {
  if (/^[A-Z][a-z]* /.test(text)) return text.charAt(0).toLowerCase() + text.slice(1);
  return text;
}
