import { answering, api, asking, content, type Members, type Pair, plain, requesting } from "./documents.js";

/** Pairs of documents by the names of rules. */
type Pairs = Readonly<Record<string, Pair>>;

const string = { type: "string" };
const far = { deprecated: true, "x-sunset": "2099-12-31" };
const past = { deprecated: true, "x-sunset": "2020-01-01" };
const unreadable = { deprecated: true, "x-sunset": "some day" };

/** The same operation under two methods, of which one is as told, or isn't there. */
const besideAnother = (operation?: Members): Members =>
  api(
    {},
    {
      paths: {
        "/things": { post: plain, ...(operation && { put: { ...plain, operationId: "b", ...operation } }) },
      },
    },
  );

/** Another path, whose operation is as told, or which isn't there. */
const onAnotherPath = (operation?: Members): Members =>
  api(
    {},
    {
      paths: {
        "/things": { post: plain },
        ...(operation && { "/others": { put: { ...plain, operationId: "b", ...operation } } }),
      },
    },
  );

const level = (name: string): Members => api({ "x-stability-level": name });

const lifecycle: Pairs = {
  "endpoint-added": [besideAnother(), besideAnother({})],
  "endpoint-deprecated": [api({}), api({ deprecated: true })],
  "endpoint-deprecated-with-sunset": [api({}), api(far)],
  "endpoint-reactivated": [api({ deprecated: true }), api({})],
  "api-deprecated-sunset-missing": [api({}), api({ deprecated: true })],
  "api-deprecated-sunset-parse": [api({}), api(unreadable)],
  "api-sunset-date-too-small": [api({}), api(past)],
  "sunset-deleted": [api(far), api({ deprecated: true })],
  "api-sunset-date-changed-too-small": [api(far), api(past)],
  "api-stability-decreased": [level("stable"), level("beta")],
  "api-stability-increased": [level("beta"), level("stable")],
  "api-invalid-stability-level": [level("stable"), level("anything")],
  "api-removed-without-deprecation": [besideAnother({}), besideAnother()],
  "api-removed-with-deprecation": [besideAnother({ deprecated: true }), besideAnother()],
  "api-removed-before-sunset": [besideAnother(far), besideAnother()],
  "api-path-removed-without-deprecation": [onAnotherPath({}), onAnotherPath()],
  "api-path-removed-with-deprecation": [onAnotherPath({ deprecated: true }), onAnotherPath()],
  "api-path-removed-before-sunset": [onAnotherPath(far), onAnotherPath()],
  "api-path-sunset-parse": [onAnotherPath(unreadable), onAnotherPath()],
};

const parameter = (more: Members = {}): Members => asking({ schema: string, ...more });
const pathParameter = { name: "id", in: "path", required: true, schema: { type: "integer" } };

/** A parameter of all operations of the path. */
const shared = (more: Members): Members =>
  api({}, { paths: { "/things": { parameters: [{ name: "q", in: "query", ...more }], post: plain } } });

const headerObject = (more: Members): Members =>
  asking({ in: "header", schema: { type: "object", properties: { a: string }, ...more } });

const parameters: Pairs = {
  "new-required-request-parameter": [api({}), parameter({ required: true })],
  "new-optional-request-parameter": [api({}), parameter()],
  "new-required-request-default-parameter-to-existing-path": [
    api({}),
    shared({ required: true, schema: string }),
  ],
  "new-optional-request-default-parameter-to-existing-path": [api({}), shared({ schema: string })],
  // The path names it before, too, without a description.
  "new-request-path-parameter": [
    api({}, { paths: { "/things/{id}": { post: plain } } }),
    api({}, { paths: { "/things/{id}": { post: { ...plain, parameters: [pathParameter] } } } }),
  ],
  "new-required-request-header-property": [
    headerObject({}),
    headerObject({ properties: { a: string, b: string }, required: ["b"] }),
  ],
  "request-header-property-became-required": [headerObject({}), headerObject({ required: ["a"] })],
  "request-parameter-became-required": [parameter(), parameter({ required: true })],
  "request-parameter-became-optional": [parameter({ required: true }), parameter()],
  "request-parameter-removed": [parameter(), api({})],
  "request-parameter-removed-with-deprecation": [parameter({ deprecated: true }), api({})],
  "request-parameter-removed-before-sunset": [parameter(far), api({})],
  "request-parameter-sunset-parse": [parameter(unreadable), api({})],
  "request-parameter-deprecated": [parameter(), parameter({ deprecated: true })],
  "request-parameter-deprecated-sunset-missing": [parameter(), parameter({ deprecated: true })],
  "request-parameter-sunset-date-too-small": [parameter(), parameter(past)],
  "request-parameter-reactivated": [parameter({ deprecated: true }), parameter()],
  "request-parameter-sunset-deleted": [parameter(far), parameter({ deprecated: true })],
  "request-parameter-sunset-date-changed-too-small": [parameter(far), parameter(past)],
};

const [json, xml] = [content(string), content(string, "application/xml")];
const both = { content: { ...(json.content as Members), ...(xml.content as Members) } };
const body = (more: Members): Members => api({ requestBody: { ...json, ...more } });
const anything = { content: { "application/json": {} } };

const bodies: Pairs = {
  "request-body-added-required": [api({}), body({ required: true })],
  "request-body-added-optional": [api({}), body({})],
  "request-body-removed": [body({}), api({})],
  "request-body-became-required": [body({}), body({ required: true })],
  "request-body-became-optional": [body({ required: true }), body({})],
  "request-body-media-type-added": [body(json), body(both)],
  "request-body-media-type-removed": [body(both), body(json)],
  "request-body-media-type-schema-added": [body(anything), body(json)],
  "request-body-media-type-schema-removed": [body(json), body(anything)],
  // A text, which was a number.
  "request-body-type-compatible": [
    requesting({ type: "integer" }, "text/plain"),
    requesting(string, "text/plain"),
  ],
  "response-body-media-type-schema-added": [answering(anything), answering(json)],
  "response-body-media-type-schema-removed": [answering(json), answering(anything)],
  "response-body-type-compatible": [
    answering(content(string, "text/plain")),
    answering(content({ type: "integer" }, "text/plain")),
  ],
  "response-media-type-added": [answering(json), answering(both)],
  "response-media-type-removed": [answering(both), answering(json)],
  "response-media-type-name-changed": [
    answering(content(string, "application/json; version=1")),
    answering(content(string, "application/json; version=2")),
  ],
  "response-media-type-name-generalized": [
    answering(content(string, "application/problem+json")),
    answering(json),
  ],
  "response-media-type-name-specialized": [
    answering(json),
    answering(content(string, "application/problem+json")),
  ],
};

const header = (more: Members): Members => answering({ headers: { "X-A": { schema: string, ...more } } });
const statuses = (...codes: readonly number[]): Members =>
  api({ responses: Object.fromEntries(codes.map((code) => [code, { description: "an answer" }])) });

const answers: Pairs = {
  "response-header-added": [answering({}), header({})],
  "required-response-header-removed": [header({ required: true }), answering({})],
  "optional-response-header-removed": [header({}), answering({})],
  "response-header-became-optional": [header({ required: true }), header({})],
  "response-header-type-compatible": [header({}), header({ schema: { type: "integer" } })],
  "response-success-status-added": [statuses(200), statuses(200, 201)],
  "response-success-status-removed": [statuses(200, 201), statuses(200)],
  "response-non-success-status-added": [statuses(200), statuses(200, 404)],
  "response-non-success-status-removed": [statuses(200, 404), statuses(200)],
};

/** Changes of operations, parameters, bodies and answers, by the names of rules. */
export const operationChanges: Pairs = { ...lifecycle, ...parameters, ...bodies, ...answers };
