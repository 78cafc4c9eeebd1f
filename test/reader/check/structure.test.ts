import { describe, expect, it } from "vitest";
import { check, findings, text } from "../../support/reader/check/findings.js";

describe("the structure of an OpenAPI document", () => {
  it("is checked, with a place for each finding and the nearest name", async () => {
    const source = text`
      openapi: 3.1.0
      info: {titel: T, version: "1"}
      paths:
        /a:
          pots: {}
          get:
            parameters:
              - {name: q, in: boddy, schema: true}
            responses:
              "200": {}
    `;
    const found = await check({ "a.openapi.yaml": source });
    expect(found.map(({ message }) => message)).toEqual([
      "Property `titel` is not expected here",
      "Property `pots` is not expected here",
      "the parameter `q` isn't `in` path, query, header or cookie, so it is left out",
      "The field `description` must be present on this level",
    ]);
    expect(found[0]?.hint).toBe("Did you mean `title`?");
    expect(found[3]?.hint).toContain("OpenAPI 3.1 specification");
    expect(await findings({ "a.openapi.yaml": source })).toEqual([
      { code: "openapi-invalid", at: "a.openapi.yaml:2:8", pointer: "/info/titel", marked: "titel" },
      { code: "openapi-invalid", at: "a.openapi.yaml:5:5", pointer: "/paths/~1a/pots", marked: "pots" },
      {
        code: "openapi-invalid",
        at: "a.openapi.yaml:8:25",
        pointer: "/paths/~1a/get/parameters/0/in",
        marked: "boddy",
      },
      {
        code: "openapi-invalid",
        at: "a.openapi.yaml:10:9",
        pointer: "/paths/~1a/get/responses/200",
        marked: '"200"',
      },
    ]);
  });

  it("gets one finding for a misspelt field that is required, and one for each that is only missing", async () => {
    const messages = async (info: string): Promise<string[]> =>
      (await check({ "a.openapi.yaml": `openapi: 3.1.0\ninfo: ${info}\npaths: {}\n` })).map(
        ({ message }) => message,
      );
    expect(await messages('{titel: T, version: "1"}')).toEqual(["Property `titel` is not expected here"]);
    expect(await messages("{titel: T}")).toEqual([
      "The field `version` must be present on this level",
      "Property `titel` is not expected here",
    ]);
  });

  it.each([
    ["paths:\n", "3:7", "/paths", ""],
    ["paths: all\n", "3:8", "/paths", "all"],
    ["paths:\n  /a:\n", "4:6", "/paths/~1a", ""],
    ["paths: {}\nwebhooks:\n", "4:10", "/webhooks", ""],
  ])("is checked if a part is empty: %j", async (rest, place, pointer, marked) => {
    const source = `openapi: 3.1.0\ninfo: {title: T, version: "1"}\n${rest}`;
    expect(await findings({ "a.openapi.yaml": source })).toContainEqual({
      code: "openapi-invalid",
      at: `a.openapi.yaml:${place}`,
      pointer,
      marked,
    });
  });

  it("is checked in a referenced file, and reported once", async () => {
    const main = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths:\n  /a: {$ref: ./path.yaml}\n';
    const found = await findings({
      "a.openapi.yaml": main,
      "b.openapi.yaml": main,
      "path.yaml": "get:\n  responses: {}\n  oparationId: x\n",
    });
    expect(found).toEqual([
      { code: "openapi-invalid", at: "path.yaml:3:3", pointer: "/get/oparationId", marked: "oparationId" },
    ]);
  });
});

describe("an operation id", () => {
  const operation = (id: string) => `{operationId: ${id}, responses: {"200": {description: d}}}`;

  it("identifies one operation", async () => {
    const source = text`
      openapi: 3.1.0
      info: {title: T, version: "1"}
      paths:
        /a:
          get: ${operation("list")}
        /b:
          get: ${operation("read")}
          post: ${operation("list")}
      webhooks:
        made:
          post: ${operation("read")}
    `;
    expect(await findings({ "a.openapi.yaml": source })).toEqual([
      {
        code: "operation-id-duplicate",
        at: "a.openapi.yaml:8:25",
        pointer: "/paths/~1b/post/operationId",
        marked: "list",
      },
      {
        code: "operation-id-duplicate",
        at: "a.openapi.yaml:11:25",
        pointer: "/webhooks/made/post/operationId",
        marked: "read",
      },
    ]);
    const [first] = await check({ "a.openapi.yaml": source });
    expect(first?.message).toBe(
      "duplicate operationId `list`: GET /a already has it, so this function gets a number",
    );
  });

  it("is one in query, additionalOperations and behind references", async () => {
    const source = text`
      openapi: 3.2.0
      info: {title: T, version: "1"}
      paths:
        /a:
          query: ${operation("one")}
          additionalOperations:
            COPY: ${operation("one")}
        /b:
          $ref: "#/components/pathItems/b"
          put: ${operation("two")}
        /c:
          put: { $ref: "#/components/pathItems/b/get" }
      components:
        pathItems:
          b:
            get: ${operation("two")}
    `;
    const found = await check({ "a.openapi.yaml": source });
    expect(found.map(({ pointer, message }) => [pointer, message.replace(/, so.*/, "")])).toEqual([
      [
        "/paths/~1a/additionalOperations/COPY/operationId",
        "duplicate operationId `one`: QUERY /a already has it",
      ],
      ["/paths/~1b/put/operationId", "duplicate operationId `two`: GET /b already has it"],
      ["/components/pathItems/b/get/operationId", "duplicate operationId `two`: GET /b already has it"],
    ]);
  });

  it("may occur in two documents", async () => {
    const source = `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n    get: ${operation("list")}\n`;
    expect(await findings({ "a.openapi.yaml": source, "b.openapi.yaml": source })).toEqual([]);
  });
});

describe("the structure of an AsyncAPI document", () => {
  it("is checked, with a place for each finding", async () => {
    const source = text`
      asyncapi: 3.0.0
      info: {title: T}
      channels:
        a: {adress: x}
    `;
    expect(await findings({ "a.asyncapi.yaml": source })).toEqual([
      { code: "asyncapi-invalid", at: "a.asyncapi.yaml:2:7", pointer: "/info", marked: "{" },
      {
        code: "asyncapi-invalid",
        at: "a.asyncapi.yaml:4:7",
        pointer: "/channels/a/adress",
        marked: "adress",
      },
    ]);
    const [found] = await check({ "a.asyncapi.yaml": source });
    expect(found?.hint).toContain("AsyncAPI 3 specification");
  });

  it("is checked in operations", async () => {
    const source = text`
      asyncapi: 3.1.0
      info: {title: T, version: "1"}
      channels:
        a: {address: x}
      operations:
        send: {action: push, channel: {$ref: '#/channels/a'}}
    `;
    expect(await findings({ "a.asyncapi.yaml": source })).toEqual([
      {
        code: "asyncapi-invalid",
        at: "a.asyncapi.yaml:6:18",
        pointer: "/operations/send/action",
        marked: "push",
      },
    ]);
  });

  it("is checked in a referenced file", async () => {
    const found = await findings({
      "a.asyncapi.yaml": text`
        asyncapi: 3.0.0
        info: {title: T, version: "1"}
        channels:
          a: {$ref: './parts/channel.yaml#/a'}
      `,
      "parts/channel.yaml": "a:\n  address: x\n  titel: y\n",
    });
    expect(found).toEqual([
      { code: "asyncapi-invalid", at: "parts/channel.yaml:3:3", pointer: "/a/titel", marked: "titel" },
    ]);
  });

  it("is checked in JSON too", async () => {
    const source = '{"asyncapi": "3.0.0",\n "info": {"title": "T", "version": 1}}';
    expect(await findings({ "a.json": source })).toEqual([
      { code: "asyncapi-invalid", at: "a.json:2:36", pointer: "/info/version", marked: "1" },
    ]);
  });
});

describe("the stages of the checks", () => {
  it("stop at the first stage with findings, to avoid consequential errors", async () => {
    const found = await findings({
      "a.openapi.yaml": "openapi: 3.1.0\ninfo: {}\npaths:\n  /a: {$ref: '#/none'}\n",
      "b.schema.yaml": "type: strin\n",
    });
    expect(found.map(({ code }) => code)).toEqual(["ref-not-found"]);
  });

  it("report all findings of a stage in all files", async () => {
    const found = await findings({
      "a.openapi.yaml": "openapi: 3.1.0\ninfo: {title: T}\npaths: {}\n",
      "b.asyncapi.yaml": "asyncapi: 3.0.0\ninfo: {title: T}\n",
    });
    expect(found.map(({ code, at }) => [code, at])).toEqual([
      ["openapi-invalid", "a.openapi.yaml:2:1"],
      ["asyncapi-invalid", "b.asyncapi.yaml:2:7"],
    ]);
  });
});

describe("x-extensible-enum", () => {
  it.each([
    ["no list", "active", "is a string, not an array"],
    ["an empty list", "[]", "has fewer than 1 item"],
    ["a number", "[1]", "is a number, not a string"],
    ["a duplicate string", "[a, a]", "contains duplicate items"],
  ])("of %s is refused", async (_, value, message) => {
    const files = { "a.schema.yaml": `type: string\nx-extensible-enum: ${value}\n` };
    const [found] = await check(files);
    expect(found).toMatchObject({ code: "extension-invalid", range: { line: 2 } });
    expect(found?.message).toContain(message);
  });
});
