import type { Reason } from "./reason.js";

const limits = "A value beyond the limit is refused, and programs may send it.";
const readOnly =
  "`readOnly` properties SHOULD NOT be sent, but may be: programs send back what they have read.";
const versions =
  "The breaking change is the finding, and the summary says which step of the version it needs. The version in `info` isn't compared.";
const deprecated =
  "It breaks those who still use it. Once that is agreed on, `accepted-changes.yaml` or a policy says so.";
const chooses =
  "Programs that choose by the property, or don't know the value, choose nothing or something else.";

/** Changes that `oipkit diff` takes more seriously than oasdiff. */
export const stricter: readonly Reason[] = [
  {
    ours: "breaking",
    hasWitness: true,
    because: limits,
    rules: `
      request-body-exclusive-max-set request-body-exclusive-min-set request-body-max-length-set
      request-body-max-set request-body-min-items-set request-body-min-set
      request-parameter-exclusive-max-set request-parameter-exclusive-min-set
      request-parameter-max-length-set request-parameter-max-set request-parameter-min-items-set
      request-parameter-min-set
      request-property-exclusive-max-set request-property-exclusive-min-set
      request-property-max-length-set request-property-max-set request-property-min-items-set
      request-property-min-set
    `,
  },
  {
    ours: "breaking",
    hasWitness: true,
    because: "There is a value that fits the old schema and not the new one. It is refused.",
    rules: `
      request-parameter-pattern-changed request-property-pattern-changed
      request-parameter-property-type-changed
    `,
  },
  {
    ours: "breaking",
    hasWitness: true,
    because: "Programs may receive a value that the old contract excludes.",
    rules: `
      response-property-enum-value-added
      response-body-any-of-added response-property-any-of-added
      response-body-all-of-removed response-property-all-of-removed
      response-property-pattern-changed response-property-pattern-removed
    `,
  },
  {
    ours: "breaking",
    hasWitness: true,
    because: "`writeOnly` properties SHOULD NOT be sent in a response, but may be. Then the value is new.",
    rules: "response-write-only-property-enum-value-added",
  },
  {
    ours: "breaking",
    hasWitness: true,
    because: readOnly,
    rules: `
      request-read-only-property-enum-value-removed
      request-read-only-property-max-decreased request-read-only-property-exclusive-max-decreased
      request-read-only-property-min-increased request-read-only-property-exclusive-min-increased
      request-read-only-property-max-length-decreased
    `,
  },
  {
    ours: "breaking",
    hasWitness: true,
    because: "A required `readOnly` property needn't be sent in a request. Now it must be.",
    rules: "request-required-property-became-not-read-only",
  },
  {
    ours: "breaking",
    hasWitness: true,
    because: "Programs rely on a required property, and may no longer receive it.",
    rules: "response-required-property-became-write-only",
  },
  {
    ours: "risky",
    because: "Programs that send it are ignored there.",
    rules: "request-optional-property-became-read-only request-required-property-became-read-only",
  },
  {
    ours: "risky",
    because: "Programs that read it no longer find it.",
    rules: "response-optional-property-became-write-only",
  },
  {
    ours: "breaking",
    hasWitness: true,
    because: "Without `items: false`, the place could hold anything, and must now match a schema.",
    rules: "request-body-prefix-items-added request-property-prefix-items-added",
  },
  {
    ours: "breaking",
    hasWitness: true,
    because: "Without `items: false`, the place may hold anything now.",
    rules: "response-body-prefix-items-removed response-property-prefix-items-removed",
  },
  {
    ours: "breaking",
    hasWitness: true,
    because:
      "The schemas are compared as JSON. In XML both are the same texts, which isn't known to `oipkit diff`.",
    rules: "request-property-type-compatible response-property-type-compatible",
  },
  {
    ours: "breaking",
    because: "Programs that leave it out get another result, as with a parameter.",
    rules: `
      request-property-default-value-added request-property-default-value-changed
      request-property-default-value-removed
    `,
  },
  {
    ours: "risky",
    because: "Programs that put the default where it is missing now read another value.",
    rules: `
      response-property-default-value-added response-property-default-value-changed
      response-property-default-value-removed
    `,
  },
  {
    ours: "risky",
    because: "No specification says whether a body that is missing has the default; a server may take it so.",
    rules: `
      request-body-default-value-added request-body-default-value-changed request-body-default-value-removed
    `,
  },
  {
    ours: "breaking",
    because: chooses,
    rules: `
      request-body-discriminator-property-name-changed
      request-body-discriminator-mapping-deleted request-body-discriminator-mapping-changed
      request-property-discriminator-property-name-changed
      request-property-discriminator-mapping-deleted request-property-discriminator-mapping-changed
      response-body-discriminator-removed response-body-discriminator-property-name-changed
      response-body-discriminator-mapping-added response-body-discriminator-mapping-changed
      response-property-discriminator-removed response-property-discriminator-property-name-changed
      response-property-discriminator-mapping-added response-property-discriminator-mapping-changed
    `,
  },
  {
    ours: "breaking",
    because: "The body may be anything now, also what the schema excluded.",
    rules: "response-body-media-type-schema-removed",
  },
  {
    ours: "breaking",
    because: "Programs that ask for the old media type, or read it, don't get it any more.",
    rules: "response-media-type-name-changed response-media-type-name-specialized",
  },
  {
    ours: "breaking",
    because: "Programs that check for the success that they know take the new one for a failure.",
    rules: "response-success-status-added",
  },
  {
    ours: "risky",
    because: "Programs meet an answer that they weren't told of.",
    rules: "response-non-success-status-added",
  },
  {
    ours: "breaking",
    because: "Programs that called in this way are refused.",
    rules: `
      api-security-removed api-security-scope-added api-global-security-removed
      api-global-security-scope-added api-security-component-type-changed
    `,
  },
  {
    ours: "risky",
    because: "Programs that ask for the scope may be refused.",
    rules: "api-security-component-oauth-scope-removed",
  },
  {
    ours: "breaking",
    because: "Programs log in at the old address.",
    rules: "api-security-component-oauth-url-changed api-security-component-oauth-token-url-changed",
  },
  {
    ours: "breaking",
    because: "Generated functions have other names, so code no longer compiles.",
    rules: "api-operation-id-added api-operation-id-removed",
  },
  {
    ours: "breaking",
    because: deprecated,
    rules: "api-removed-with-deprecation api-path-removed-with-deprecation",
  },
  {
    ours: "risky",
    because: "What programs still send there is ignored, or refused.",
    rules: "request-parameter-removed-with-deprecation",
  },
  {
    ours: "breaking",
    because: versions,
    rules: "api-version-not-bumped api-version-decreased api-major-version-not-bumped",
  },
];
