import { api, type Members, type Pair, plain } from "./documents.js";

/** Pairs of documents by the names of rules. */
type Pairs = Readonly<Record<string, Pair>>;

const key = { type: "apiKey", in: "header", name: "X-Key" };
const basic = { type: "http", scheme: "basic" };

/** A scheme of OAuth with which one reads, and what else it says. */
const oauth = (flow: Members = {}): Members => ({
  type: "oauth2",
  flows: {
    authorizationCode: {
      authorizationUrl: "https://login.example.com/start",
      tokenUrl: "https://login.example.com/token",
      scopes: { read: "to read", write: "to write" },
      ...flow,
    },
  },
});

/** A document whose operation needs a scheme. */
const schemes = (securitySchemes: Members, security: readonly Members[] = [{ main: [] }]): Members =>
  api({ security }, { components: { securitySchemes } });

const withOauth = (flow: Members = {}): Members => schemes({ main: oauth(flow) }, [{ main: ["read"] }]);
const fewerScopes = { scopes: { read: "to read" } };

const both = { main: oauth(), key };
const needs = (...security: readonly Members[]): Members => schemes(both, security);
const allNeed = (...security: readonly Members[]): Members =>
  api({}, { components: { securitySchemes: both }, security });
const main = (...scopes: readonly string[]): Members => ({ main: scopes });

const security: Pairs = {
  "api-security-component-added": [schemes({ main: basic }), schemes({ main: basic, key })],
  "api-security-component-removed": [schemes({ main: basic, key }), schemes({ main: basic })],
  "api-security-component-type-changed": [schemes({ main: basic }), schemes({ main: key })],
  "api-security-component-oauth-url-changed": [
    withOauth(),
    withOauth({ authorizationUrl: "https://other.example.com/start" }),
  ],
  "api-security-component-oauth-token-url-changed": [
    withOauth(),
    withOauth({ tokenUrl: "https://other.example.com/token" }),
  ],
  "api-security-component-oauth-scope-added": [withOauth(fewerScopes), withOauth()],
  "api-security-component-oauth-scope-removed": [withOauth(), withOauth(fewerScopes)],
  "api-security-component-oauth-scope-changed": [
    withOauth(fewerScopes),
    withOauth({ scopes: { read: "to see everything" } }),
  ],
  "api-security-added": [needs(main("read")), needs(main("read"), { key: [] })],
  "api-security-removed": [needs(main("read"), { key: [] }), needs(main("read"))],
  "api-security-scope-added": [needs(main("read")), needs(main("read", "write"))],
  "api-security-scope-removed": [needs(main("read", "write")), needs(main("read"))],
  "api-global-security-added": [allNeed(main("read")), allNeed(main("read"), { key: [] })],
  "api-global-security-removed": [allNeed(main("read"), { key: [] }), allNeed(main("read"))],
  "api-global-security-scope-added": [allNeed(main("read")), allNeed(main("read", "write"))],
  "api-global-security-scope-removed": [allNeed(main("read", "write")), allNeed(main("read"))],
};

/** A version of a document with an operation, or with one less, which breaks. */
const versioned = (version: string, ...methods: readonly string[]): Members =>
  api(
    {},
    {
      info: { title: "Things", version },
      paths: { "/things": Object.fromEntries(methods.map((method) => [method, operation(method)])) },
    },
  );
const operation = (operationId: string): Members => ({ ...plain, operationId });

const webhooks = (...names: readonly string[]): Members =>
  api({}, { webhooks: Object.fromEntries(names.map((name) => [name, { post: operation(name) }])) });

const schemas = (...names: readonly string[]): Members =>
  api({}, { components: { schemas: Object.fromEntries(names.map((name) => [name, { type: "string" }])) } });

const documents: Pairs = {
  "api-version-not-bumped": [versioned("1.2.0", "post", "put"), versioned("1.2.0", "post")],
  "api-version-decreased": [versioned("1.2.0", "post", "put"), versioned("1.1.0", "post")],
  "api-major-version-not-bumped": [versioned("1.2.0", "post", "put"), versioned("1.3.0", "post")],
  "api-operation-id-removed": [api({ operationId: "a" }), api({ operationId: "b" })],
  "api-operation-id-added": [api({ operationId: undefined }), api({ operationId: "b" })],
  "api-tag-added": [api({ tags: ["a"] }), api({ tags: ["a", "b"] })],
  "api-tag-removed": [api({ tags: ["a", "b"] }), api({ tags: ["a"] })],
  "webhook-added": [webhooks("created"), webhooks("created", "changed")],
  "webhook-removed": [webhooks("created", "changed"), webhooks("created")],
  "api-schema-removed": [schemas("A", "B"), schemas("A")],
};

/** Changes of security, and of documents as a whole, by the names of rules. */
export const documentChanges: Pairs = { ...security, ...documents };
