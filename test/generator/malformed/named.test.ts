import { describe, expect, it } from "vitest";
import { lintTexts } from "../../support/commands/lint/texts.js";
import { check } from "../../support/reader/check/findings.js";

const info = { title: "t", version: "1" };

/** The findings of `oipkit lint` at a place or below it, as `code pointer: message`. */
async function linted(name: string, document: object, below: string): Promise<string[]> {
  const { findings } = await lintTexts({ [name]: JSON.stringify(document) });
  return findings
    .filter(({ finding: { pointer = "" } }) => pointer.startsWith(below))
    .map(({ finding: { level, code, pointer, message } }) => `${level} ${code} ${pointer}: ${message}`);
}

/** The findings of `oipkit generate`, in the same form. */
async function checked(name: string, document: object): Promise<string[]> {
  const found = await check({ [name]: JSON.stringify(document) });
  return found.map(({ severity, code, pointer, message }) => `${severity} ${code} ${pointer}: ${message}`);
}

describe("a server variable", () => {
  const withVariable = (variable: unknown) => ({
    openapi: "3.1.0",
    info,
    servers: [{ url: "https://{v}.x", variables: { v: variable } }],
    paths: {},
  });

  it.each([
    [{ default: "a", enum: -1.5 }, "/enum", "`enum` must be a list"],
    [{ default: "a", enum: "a" }, "/enum", "`enum` must be a list"],
    [{ default: "a", enum: { a: 1 } }, "/enum", "`enum` must be a list"],
    [{ default: ["a"] }, "/default", "`default` must be a text"],
    [{ default: "a", enum: ["a", {}] }, "/enum/1", "`1` must be a text"],
    [-1.5, "", "`v` must be an object of the type Server Variable"],
  ])("%j is a finding with its place", async (variable, at, message) => {
    const pointer = `/servers/0/variables/v${at}`;
    const expected = `openapi-invalid ${pointer}: ${message}, so it is left out`;
    expect(await linted("a.openapi.json", withVariable(variable), pointer)).toContain(`error ${expected}`);
    expect(await checked("a.openapi.json", withVariable(variable))).toContain(`warning ${expected}`);
  });
});

describe("a discriminator", () => {
  const withDiscriminator = (discriminator: unknown) => ({
    openapi: "3.0.3",
    info,
    paths: {},
    components: {
      schemas: {
        A: { type: "object", properties: { kind: { type: "string" } } },
        U: { oneOf: [{ $ref: "#/components/schemas/A" }], discriminator },
      },
    },
  });
  const target = "the name of a schema or a reference to one, so it is left out";

  it.each([
    [{ propertyName: "kind", mapping: { a: null } }, "/mapping/a", `\`a\` must be ${target}`],
    [{ propertyName: "kind", mapping: { a: 3 } }, "/mapping/a", `\`a\` must be ${target}`],
    [{ propertyName: "kind", mapping: { a: { $ref: "#" } } }, "/mapping/a", `\`a\` must be ${target}`],
    [
      { propertyName: "kind", mapping: ["A"] },
      "/mapping",
      "`mapping` must be an object of texts, so it is left out",
    ],
    [
      { propertyName: ["kind"] },
      "/propertyName",
      "`propertyName` must be a text, so the discriminator is left out",
    ],
    ["kind", "", "`discriminator` must be an object with a `propertyName`, so it is left out"],
  ])("%j is a finding with its place", async (discriminator, at, message) => {
    const pointer = `/components/schemas/U/discriminator${at}`;
    const expected = `warning schema-invalid ${pointer}: ${message}`;
    expect(await linted("a.openapi.json", withDiscriminator(discriminator), pointer)).toContain(expected);
    expect(await checked("a.openapi.json", withDiscriminator(discriminator))).toContain(expected);
  });
});

describe("an AsyncAPI document", () => {
  const withChannel = (channel: unknown) => ({
    asyncapi: "3.0.0",
    info,
    channels: { c: { messages: { m: { payload: { type: "string" } } } } },
    operations: { o: { action: "send", channel } },
  });

  it.each([["#/channels/c"], [null], [[]], [-1.5]])(
    "with %j in place of a reference to a channel has a finding with its place",
    async (channel) => {
      const pointer = "/operations/o/channel";
      const isError = (each: string): boolean => /^error asyncapi\S* \/operations\/o\/channel: /.test(each);
      expect((await linted("a.asyncapi.json", withChannel(channel), pointer)).some(isError)).toBe(true);
      expect((await checked("a.asyncapi.json", withChannel(channel))).some(isError)).toBe(true);
    },
  );

  it.each([[{ address: "a" }], [{}], [{ messages: { m: { payload: { type: "string" } } } }]])(
    "with %j in place of a reference to a channel has a finding, since nothing reads it",
    async (channel) => {
      const expected =
        "asyncapi-invalid /operations/o/channel: there must be a reference here, so this object isn't read";
      const document = withChannel(channel);
      expect(await linted("a.asyncapi.json", document, "/operations")).toContain(`error ${expected}`);
      expect(await checked("a.asyncapi.json", document)).toContain(`warning ${expected}`);
    },
  );

  it.each([[3], [null], [{}], [["#/channels/c"]], [true]])(
    "with %j as `$ref` has a finding with its place",
    async ($ref) => {
      const document = withChannel({ $ref });
      const expected = "error asyncapi-invalid /operations/o/channel/$ref: `$ref` must be a text";
      expect(await checked("a.asyncapi.json", document)).toContain(expected);
      expect(await linted("a.asyncapi.json", document, "/operations/o/channel/$ref")).toContain(expected);
    },
  );

  it("may have channels without an address", async () => {
    const document = withChannel({ $ref: "#/channels/c" });
    expect(await linted("a.asyncapi.json", document, "/channels")).toEqual([]);
    const slash = { ...document, channels: { ...document.channels, d: { address: "a/" } } };
    expect(await linted("a.asyncapi.json", slash, "/channels")).toEqual([
      "warning redocly/no-channel-trailing-slash /channels/d: `a/` should not have a trailing slash",
    ]);
  });

  it.each([["openapi"], ["asyncapi"]])("of no version has a finding at `%s`", async (key) => {
    const found = await linted(
      `a.${key}.json`,
      { [key]: ["3.0.0"], info, channels: {}, paths: {} },
      `/${key}`,
    );
    expect(found).toContain(
      `error version-unsupported /${key}: Redocly's rules don't know this version: \`${key}: ["3.0.0"]\``,
    );
  });
});

describe("a document on which a library fails", () => {
  it("has a finding of oipkit's own, and those of all rules that don't fail", async () => {
    const text = JSON.stringify({
      asyncapi: "2.6.0",
      info,
      channels: { a: { subscribe: { message: null } } },
    });
    const { findings } = await lintTexts({ "a.asyncapi.json": text });
    const found = findings.map(({ finding: { code, message } }) => `${code}: ${message}`);
    expect(found).toContain(
      "not-judged: the AsyncAPI Initiative's parser failed on this document and could not judge it: a limit of oipkit, the document may be valid",
    );
    expect(found.join("\n")).not.toMatch(/TypeError|Cannot read|stack/);
  });

  it("loses no other rule", async () => {
    const rules = new Map([
      ["redocly/path-http-verbs-order", { severity: "warning", options: { order: "get" } }],
      ["redocly/response-mime-type", { severity: "warning", options: { allowedValues: 1 } }],
    ] as const);
    const content = { "application/json": {} };
    const responses = { "200": { description: "d", content } };
    const document = { openapi: "3.1.0", info, paths: { "/a/": { get: { responses } } } };
    const { findings } = await lintTexts({ "a.openapi.json": JSON.stringify(document) }, { rules });
    const found = findings.map(({ finding: { code, message } }) => `${code}: ${message}`);
    expect(found).toContain(
      "not-judged: Redocly's rule `path-http-verbs-order` failed on this document and could not judge it " +
        "(path-http-verbs-order `order` option must be an array): a limit of oipkit, the document may be valid",
    );
    expect(found).toContain(
      "not-judged: Redocly's rule `response-mime-type` failed on this document and could not judge it: a limit of oipkit, the document may be valid",
    );
    expect(found).toContain("redocly/no-path-trailing-slash: `/a/` should not have a trailing slash");
  });
});

describe("lint", () => {
  it("names what the document is read without", async () => {
    const get = { operationId: "a", responses: "x" };
    const components = {
      schemas: { A: { type: "string", minLength: "a" }, B: { type: "string", nullable: true } },
    };
    const document = {
      openapi: "3.1.0",
      info,
      paths: { "/a": { parameters: [3, 4, { name: "q", in: "query", schema: 3 }], get } },
      components,
    };
    expect(
      (await linted("a.openapi.json", document, ""))
        .filter((each) => !/redocly|^\w+ [a-z-]+ [^:]*: `GET/.test(each))
        .sort(),
    ).toEqual([
      "error openapi-invalid /paths/~1a/get/responses: `responses` must be an object, so it is left out",
      "error openapi-invalid /paths/~1a/parameters/0: `0` must be an object of the type Parameter, so it is left out",
      "error openapi-invalid /paths/~1a/parameters/1: `1` must be an object of the type Parameter, so it is left out",
      "error openapi-invalid /paths/~1a/parameters/2/schema: `schema` must be a schema, so it is left out",
      "warning keyword-outdated /components/schemas/B/nullable: `nullable` isn't a keyword of OpenAPI 3.1; the value may be null nevertheless",
      "warning schema-invalid /components/schemas/A/minLength: `minLength` must be a whole number of at least 0, so it is left out",
      "warning unused-component /components/schemas/A: nothing refers to `A` in `schemas`",
      "warning unused-component /components/schemas/B: nothing refers to `B` in `schemas`",
    ]);
  });
});
