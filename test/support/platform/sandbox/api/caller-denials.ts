import { type DenialRow, read, readByUser, say, snapshot } from "./denial-row.js";

const permission = "app_1/application/commerce";

/** Who calls, and with which grant. */
export const callerDenials: readonly DenialRow[] = [
  { check: "token", code: "token-missing", request: read, instead: { token: null } },
  { check: "token", code: "token-malformed", request: read, instead: { token: "a b" } },
  { check: "token", code: "token-refused", request: read, off: ({ tokens }) => tokens.delete("service") },
  {
    check: "environment",
    code: "token-of-other-environment",
    request: read,
    off: (api) => say(api, "service", { environment: "production" }),
  },
  {
    check: "environment",
    code: "route-not-in-environment",
    request: read,
    instead: { path: `/production${read.path}` },
  },
  {
    check: "audience",
    code: "audience-mismatch",
    request: read,
    off: (api) => say(api, "service", { audience: "urn:test:platform" }),
  },
  {
    check: "audience",
    code: "audience-mismatch",
    request: read,
    off: ({ remove }) => remove("apiProduct", "commerce"),
  },
  { check: "client", code: "client-unknown", request: read, off: ({ remove }) => remove("client", "svc_1") },
  {
    check: "client",
    code: "client-unknown",
    request: read,
    off: (api) => say(api, "service", { client: "usr_1" }),
  },
  {
    check: "client",
    code: "client-disabled",
    request: read,
    off: ({ change }) => change("client", "svc_1", { status: "disabled" }),
  },
  {
    check: "client",
    code: "application-revoked",
    request: read,
    off: ({ change }) => change("application", "app_1", { status: "revoked" }),
  },
  {
    check: "client",
    code: "token-of-other-environment",
    request: read,
    off: ({ change }) => change("application", "app_1", { environment: "production" }),
  },
  {
    check: "identity",
    code: "identity-not-allowed",
    request: read,
    off: ({ change }) => change("apiProduct", "commerce", { identities: ["user"] }),
  },
  {
    check: "identity",
    code: "identity-not-allowed",
    request: snapshot,
    off: (api) => say(api, "invoke", { identity: "user", client: "usr_1", person: "ada" }),
  },
  {
    check: "identity",
    code: "person-revoked",
    request: readByUser,
    off: ({ change }) => change("person", "ada", { status: "revoked" }),
  },
  {
    check: "scopes",
    code: "scope-missing",
    request: read,
    off: (api) => say(api, "service", { scopes: ["commerce.catalog.read"] }),
  },
  {
    check: "grant",
    code: "grant-missing",
    request: read,
    off: ({ remove }) => remove("permission", permission),
  },
  ...(["available", "configuration-required", "suspended", "revoked", "not-included"] as const).map(
    (state): DenialRow => ({
      check: "grant",
      code: "grant-not-enabled",
      request: read,
      off: ({ change }) => change("permission", permission, { state }),
    }),
  ),
  {
    check: "grant",
    code: "grant-scope-missing",
    request: read,
    off: ({ change }) => change("permission", permission, { scopes: ["commerce.catalog.read"] }),
  },
  {
    check: "grant",
    code: "grant-missing",
    request: read,
    off: ({ change }) => change("permission", permission, { environment: "production" }),
  },
  ...(["deprecated", "revoked"] as const).map(
    (status): DenialRow => ({
      check: "product",
      code: "product-not-active",
      request: read,
      off: ({ change }) => change("apiProduct", "commerce", { status }),
    }),
  ),
  {
    check: "binding",
    code: "binding-drifted",
    request: read,
    off: ({ change }) => change("permission", permission, { binding: "drifted" }),
  },
  {
    check: "binding",
    code: "binding-unverifiable",
    request: read,
    off: ({ change }) => change("permission", permission, { binding: "temporarily-unverifiable" }),
  },
];
