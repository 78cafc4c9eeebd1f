import fc from "fast-check";

/** The identifier that hostile texts try to execute or define. It is harmless inside strings and comments. */
export const canary = "__pwned";

const payloads = [
  `*/globalThis.${canary}=1;/*`,
  `");globalThis.${canary}=1;("`,
  `');globalThis.${canary}=1;('`,
  `\`);globalThis.${canary}=1;(\``,
  `\${globalThis.${canary}=1}`,
  `\\");globalThis.${canary}=1;//`,
  `\nglobalThis.${canary}=1\n`,
  `\r\nexport const ${canary}=1;`,
  `\u2028globalThis.${canary}=1\u2029`,
  `"]; globalThis.${canary}=1; ["`,
  `/;globalThis.${canary}=1;/`,
  `x: ${canary}; }; type ${canary} = {`,
  `{{${canary}}}`,
  `{{{${canary}}}}`,
  `</script><script>${canary}`,
];

const oddities = [
  ..."*/ /* // \\ \\\\ ` ' \" {{x}} {{{x}}} {{#x}} </script> <!-- --> [ ] { } ~ ~1 % %zz # ? & + | @deprecated".split(
    " ",
  ),
  ..."__proto__ constructor prototype toString hasOwnProperty valueOf then default class await import function".split(
    " ",
  ),
  ..."Array Promise Record Event EventType Callback Violation operations paths client options request protocol".split(
    " ",
  ),
  ..."is check validate event named patterns index manifest schemas a A a-b a_b aB AB 0 9lives 1e3 -1 é ü ß İ ı 名 😀 $ _ $_ ".split(
    " ",
  ),
  "",
  " ",
  "a b",
  "$\u007b",
  "\t",
  "\u0000",
  "\u007f",
  "\u00a0",
  "\u2028",
  "\ufeff",
  "\ud800",
  "\udc00 x",
];

/** Texts that break out of a string, a comment or an identifier unless they are escaped. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...payloads) },
  { weight: 4, arbitrary: fc.constantFrom(...oddities) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...payloads, ...oddities), { minLength: 2, maxLength: 3 })
      .map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
);

/** Returns the next text, and starts again after the last one. */
export type Deal = () => string;

/** A document with as many hostile texts as `make` asks for. */
export function hostile(make: (deal: Deal) => object): fc.Arbitrary<object> {
  return fc.array(hostileText, { minLength: 8, maxLength: 60 }).map((texts) => {
    let next = 0;
    return make(() => texts[next++ % texts.length] ?? "");
  });
}

/** An object with keys that may be `__proto__`. */
export function entries(list: readonly (readonly [string, unknown])[]): object {
  const result = {};
  for (const [key, value] of list)
    Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
  return result;
}

type Dialect = "2020-12" | "3.0";

/** A schema with a text in every place that allows one. */
export function hostileSchema(deal: Deal, dialect: Dialect = "2020-12"): object {
  const names = [deal(), deal(), deal()] as const;
  const modern = dialect === "2020-12";
  return {
    title: deal(),
    description: deal(),
    type: "object",
    required: [names[0]],
    properties: entries([
      [
        names[0],
        { description: deal(), type: "string", enum: distinct(deal(), deal(), deal().toUpperCase()) },
      ],
      [names[1], { ...(modern ? { const: deal() } : { type: "string" }), default: deal(), deprecated: true }],
      [
        names[2],
        { type: "array", items: { type: "string", pattern: unmatchedPattern(deal()) }, example: deal() },
      ],
      [deal(), { type: "object", properties: entries([[deal(), { type: "object", title: deal() }]]) }],
      [
        deal(),
        modern ? { anyOf: [{ const: entries([[deal(), [deal(), 1, null]]]) }, { type: "null" }] } : {},
      ],
    ]),
    ...(modern
      ? { patternProperties: entries([[unmatchedPattern(deal()), { type: "string", minLength: 1 }]]) }
      : {}),
    additionalProperties: { type: "string", description: deal() },
  };
}

function distinct(...texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** A pattern that contains the text and matches no property of these contracts. */
function unmatchedPattern(text: string): string {
  return `^~~~${text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
}

export const hostileSchemaFile: fc.Arbitrary<object> = hostile((deal) => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  allOf: [{ $ref: "#/$defs/Inner" }],
  ...hostileSchema(deal),
  $defs: entries([
    ["Inner", hostileSchema(deal)],
    [deal(), { type: "string", const: deal() }],
  ]),
  "x-rules": [
    {
      rule: "same",
      equal: [`/${deal().replace(/~/g, "~0").replace(/\//g, "~1")}`, "/b"],
      clause: deal() || "1",
      level: "must",
      message: deal() || "m",
    },
  ],
  "x-clause": deal(),
}));

/** An OpenAPI document with a text in every place that allows one. */
export function hostileOpenApi(version: "3.0.3" | "3.1.0"): fc.Arbitrary<object> {
  const dialect = version === "3.0.3" ? "3.0" : "2020-12";
  return hostile((deal) => {
    const path = `/a/${deal().replace(/[{}?#]/g, "")}/{id}`;
    const parameter = (place: string, name: string) => ({
      name,
      in: place,
      required: place === "path",
      description: deal(),
      schema: { type: "string" },
    });
    const json = { "application/json": { schema: { $ref: "#/components/schemas/Thing" }, example: deal() } };
    const operation = (id: string) => ({
      operationId: id,
      tags: [deal()],
      summary: deal(),
      description: deal(),
      deprecated: true,
      "x-clause": deal(),
      parameters: [
        parameter("path", "id"),
        ...distinct(deal(), "body", "id").map((name) => parameter("query", name)),
        parameter("header", `X-${deal()}`),
        parameter("cookie", deal()),
      ],
      requestBody: {
        description: deal(),
        content: entries([
          ["application/json", { schema: hostileSchema(deal, dialect) }],
          [`application/${deal()}`, { schema: { type: "string" } }],
        ]),
      },
      responses: entries([
        [
          "200",
          {
            description: deal(),
            headers: entries([[deal(), { schema: { type: "string" } }]]),
            content: json,
          },
        ],
        ["4XX", { description: deal() }],
        ["default", { description: deal(), content: entries([[deal(), { schema: { type: "string" } }]]) }],
      ]),
      security: [{ oauth: [deal()] }],
    });
    const [first, second] = [deal(), deal()];
    return {
      openapi: version,
      info: { title: deal(), version: deal(), description: deal() },
      servers: [{ url: `https://example.com/${deal()}`, description: deal() }],
      tags: [{ name: deal(), description: deal() }],
      paths: entries([
        [path, { get: operation(first), post: operation(first === second ? `${second}2` : second) }],
        [
          "/b/{id}",
          { put: operation(`${first.toUpperCase()}-`), servers: [{ url: `https://x.example/${deal()}` }] },
        ],
        ["/c", { get: { responses: { 204: { description: deal() } } } }],
      ]),
      components: {
        securitySchemes: {
          oauth: {
            type: "oauth2",
            flows: {
              clientCredentials: { tokenUrl: "https://example.com/t", scopes: entries([[deal(), deal()]]) },
            },
          },
        },
        schemas: {
          Thing: hostileSchema(deal, dialect),
          thing: { type: "string", enum: distinct(deal(), deal()) },
        },
      },
    };
  });
}
