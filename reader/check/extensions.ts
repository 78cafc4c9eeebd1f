import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { ErrorObject } from "ajv";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic, DiagnosticCode } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { describeError } from "../validation/ajv/describe-error.js";
import { checkAccessSnapshot } from "./access-snapshot.js";
import { checkArtifactManifest, manifestExtensions } from "./artifact-manifest.js";
import { checkPagination, operationExtensions } from "./operation-extensions.js";
import { checkProtocolReferences } from "./protocol-references.js";
import { vocabulary } from "./vocabulary.js";
import { vocabularyHint } from "./vocabulary-hint.js";

/** oipkit's own extensions and files must match the schemas in `reader/vocabulary/`. */
export function checkExtensions(contracts: Contracts): Diagnostic[] {
  const found: Diagnostic[] = [];
  const check = (document: Document, tokens: readonly string[], { value, schema, code }: Subject): void => {
    const validate = vocabulary(schema);
    if (validate(value)) return;
    for (const error of mostSpecific(validate.errors ?? [])) {
      const at = [...tokens, ...fromPointer(error.instancePath)];
      const hint = vocabularyHint(error, pages[schema]);
      found.push(diagnose(document, at, { code, message: describeError(error, "oipkit"), hint }));
    }
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
  for (const document of contracts.asyncapi) {
    const value = (document.value as Record<string, unknown>)["x-webhook-protocol"];
    if (value !== undefined)
      check(document, ["x-webhook-protocol"], {
        value,
        schema: "webhook-protocol",
        code: "extension-invalid",
      });
  }
  found.push(...checkProtocolReferences(contracts));
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
  readonly schema: Parameters<typeof vocabulary>[0];
  readonly code: DiagnosticCode;
}

/** Drops errors of `if`, `anyOf` and other composites if one of their branches already reports the problem. */
export function mostSpecific(errors: readonly ErrorObject[]): ErrorObject[] {
  const composite = new Set(["if", "anyOf", "oneOf", "allOf", "not"]);
  const specific = errors.filter(({ keyword }) => !composite.has(keyword));
  return specific.length > 0 ? specific : [...errors];
}
