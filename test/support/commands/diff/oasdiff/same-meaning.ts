import type { Reason } from "./reason.js";

/** Changes after which the contract means what it did, so that nothing is said. */
export const sameMeaning: readonly Pick<Reason, "rules" | "because">[] = [
  {
    because: "Tags group operations on pages. Documentation isn't compared.",
    rules: "api-tag-added api-tag-removed",
  },
  {
    because: "The text of a scope is documentation. Which scopes an operation needs is compared.",
    rules: "api-security-component-oauth-scope-changed",
  },
  {
    because: "Such a schema allows everything, and only says what people read.",
    rules: `
      request-body-all-of-added-annotation-only request-body-all-of-removed-annotation-only
      request-property-all-of-added-annotation-only request-property-all-of-removed-annotation-only
      response-body-all-of-added-annotation-only response-body-all-of-removed-annotation-only
      response-property-all-of-added-annotation-only response-property-all-of-removed-annotation-only
    `,
  },
  {
    because: "A parameter and a header are texts, and null has no text. So it was never sent.",
    rules: `
      request-parameter-became-nullable request-parameter-became-not-nullable
      request-parameter-property-became-nullable request-parameter-property-became-not-nullable
      response-header-became-nullable response-header-became-not-nullable
    `,
  },
  {
    because:
      "`writeOnly` says nothing about requests. Where the schema is that of a response, the change is found there.",
    rules: `
      request-optional-property-became-write-only request-optional-property-became-not-write-only
      request-required-property-became-write-only request-required-property-became-not-write-only
    `,
  },
  {
    because:
      "`readOnly` says nothing about responses. Where the schema is that of a request, the change is found there.",
    rules: `
      response-optional-property-became-read-only response-optional-property-became-not-read-only
      response-required-property-became-read-only response-required-property-became-not-read-only
    `,
  },
  {
    because: "A `writeOnly` property isn't sent in a response, required or not.",
    rules: "response-write-only-property-became-optional response-write-only-property-became-required",
  },
];
