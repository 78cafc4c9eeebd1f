/** What a code means. */
export interface CodeText {
  readonly meaning: string;
}

/** The kinds of changes. The codes are stable: scripts may rely on them (`docs/diff.md`). */
export const codes = {
  "schema-narrowed": { meaning: "A document that was valid is now invalid." },
  "schema-widened": { meaning: "A document that was invalid is now valid." },
  "schema-narrowing-undecided": {
    meaning: "It isn't decided whether every document that was valid still is.",
  },
  "schema-widening-undecided": {
    meaning: "It isn't decided whether every document that is valid now was valid before.",
  },
  "schema-added": { meaning: "The folder has a new schema." },
  "schema-removed": { meaning: "The folder lacks a schema that it had." },
  "document-removed": { meaning: "A document was removed." },
  "operation-added": { meaning: "An operation is new." },
  "operation-removed": { meaning: "An operation was removed." },
  "operation-id-changed": { meaning: "An operation has another name in generated code." },
  "webhook-added": { meaning: "A webhook or callback is new." },
  "webhook-removed": { meaning: "A webhook or callback was removed." },
  "parameter-added": { meaning: "A parameter is new." },
  "parameter-removed": { meaning: "A parameter was removed." },
  "parameter-required": { meaning: "An optional parameter is now required." },
  "parameter-optional": { meaning: "A required parameter is now optional." },
  "parameter-form-changed": { meaning: "A parameter is written in another way." },
  "request-body-added": { meaning: "A request has a body now." },
  "request-body-removed": { meaning: "A request has no body any more." },
  "request-body-required": { meaning: "An optional body is now required." },
  "request-body-optional": { meaning: "A required body is now optional." },
  "request-media-type-added": { meaning: "A body may be sent in another media type." },
  "request-media-type-removed": { meaning: "A body can no longer be sent in a media type." },
  "encoding-changed": { meaning: "Parts of a body are encoded in another way." },
  "response-added": { meaning: "An operation answers with a new status." },
  "response-removed": { meaning: "An operation no longer answers with a status." },
  "response-media-type-added": { meaning: "A response may be requested in another media type." },
  "response-media-type-removed": { meaning: "A response is no longer sent in a media type." },
  "response-header-added": { meaning: "A response has a new header." },
  "response-header-removed": { meaning: "A response no longer has a header." },
  "response-header-required": { meaning: "A header that could be missing is now always sent." },
  "response-header-optional": { meaning: "A header that was always sent may be missing." },
  "response-header-form-changed": { meaning: "A header is written in another way." },
  "security-changed": { meaning: "What a caller needs to be allowed to call has changed." },
  "server-added": { meaning: "An operation has a new address." },
  "server-removed": { meaning: "An operation lost an address." },
  "environment-added": { meaning: "An operation exists in another environment." },
  "environment-removed": { meaning: "An operation no longer exists in an environment." },
  "pagination-changed": { meaning: "The next page of a list is found in another way." },
  "access-snapshot-changed": { meaning: "The access snapshot is read in another way." },
  "property-added": { meaning: "A property is new." },
  "property-removed": { meaning: "A property was removed from an open object." },
  "value-added": { meaning: "An open enum has a new value." },
  "value-removed": { meaning: "An open enum no longer lists a value." },
  deprecated: { meaning: "Something is now deprecated." },
  "deprecation-withdrawn": { meaning: "Something is no longer deprecated." },
  "sunset-changed": { meaning: "The date from which something may be gone was changed." },
  "accepted-change-stale": { meaning: "An entry of `accepted-changes.yaml` fits no finding." },
  "accepted-change-expired": {
    meaning: "An entry of `accepted-changes.yaml` has expired, so the change that it accepted counts again.",
  },
} as const satisfies Record<string, CodeText>;

/** A code of `oipkit diff`. */
export type FindingCode = keyof typeof codes;
