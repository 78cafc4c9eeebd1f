import { describe, expect, it } from "vitest";
import { check, findings, text } from "../../support/reader/check/findings.js";

const api = (paths: string, more = "") => ({
  "a.openapi.yaml": `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n${paths}${more}`,
});

const answer = 'responses: {"204": {description: d}}';

describe("a path parameter", () => {
  it("must be in the path, else its function can't be called", async () => {
    const parameters = "[{name: ident, in: path, required: true, schema: {type: string}}]";
    const files = api(` /things/{id}:\n  get:\n   parameters: ${parameters}\n   ${answer}\n`);
    expect(await findings(files)).toEqual([
      {
        code: "path-parameter-unknown",
        at: "a.openapi.yaml:6:24",
        pointer: "/paths/~1things~1{id}/get/parameters/0/name",
        marked: "ident",
      },
    ]);
    const [found] = await check(files);
    expect(found?.message).toContain("the path parameter `ident` isn't in the path `/things/{id}`");
    expect(found?.hint).toBe(
      "Did you mean `id`? Otherwise, add `{ident}` to the path, or remove the parameter.",
    );
  });

  it("may be shared by the operations of a path, or be referenced", async () => {
    const shared = text`
      components:
        parameters:
          Id: {name: id, in: path, required: true, schema: {type: string}}
          Page: {name: page, in: path, required: true, schema: {type: string}}
    `;
    const paths = (name: string) =>
      ` /things/{id}:\n  parameters: [{$ref: '#/components/parameters/${name}'}]\n  get: {${answer}}\n  put: {${answer}}\n`;
    expect(await findings(api(paths("Id"), shared))).toEqual([]);
    expect(await findings(api(paths("Page"), shared))).toEqual([
      {
        code: "path-parameter-unknown",
        at: "a.openapi.yaml:5:23",
        pointer: "/paths/~1things~1{id}/parameters/0/$ref",
        marked: "'#/components/parameters/Page'",
      },
    ]);
  });

  it("must exist for each part of the path in braces", async () => {
    const files = api(` /a/{id}/{part}:\n  get: {${answer}}\n`);
    expect(await findings(files)).toEqual([
      ...["id", "part"].map(() => ({
        code: "path-parameter-missing",
        at: "a.openapi.yaml:5:3",
        pointer: "/paths/~1a~1{id}~1{part}/get",
        marked: "get",
      })),
    ]);
    const [found] = await check(files);
    expect(found?.hint).toBe("Add a parameter with `name: id`, `in: path` and `required: true`.");
  });
});

describe("a security requirement", () => {
  const schemes = "components:\n securitySchemes:\n  token: {type: http, scheme: bearer}\n";
  const unknown = (at: string, pointer: string, marked: string) => ({
    code: "security-scheme-unknown",
    at,
    pointer,
    marked,
  });

  it("must name a declared scheme, at the document and at an operation", async () => {
    const files = api(
      ` /a:\n  get: {security: [{tokn: []}, {}], ${answer}}\n`,
      `security: [{other: []}]\n${schemes}`,
    );
    expect(await findings(files)).toEqual([
      unknown("a.openapi.yaml:5:21", "/paths/~1a/get/security/0/tokn", "tokn"),
      unknown("a.openapi.yaml:6:13", "/security/0/other", "other"),
    ]);
    const [near, far] = await check(files);
    expect(near?.hint).toBe("Did you mean `token`? Otherwise, declare it in `components.securitySchemes`.");
    expect(far?.hint).toBe("Declare it in `components.securitySchemes`, or remove the requirement.");
  });

  it("may name a declared scheme, or nothing", async () => {
    expect(
      await findings(api(` /a:\n  get: {security: [], ${answer}}\n`, `security: [{token: []}]\n${schemes}`)),
    ).toEqual([]);
  });
});
