import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allWriters, InvalidRequestError, type OperationDescriptor } from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";

type Parameters = NonNullable<OperationDescriptor["parameters"]>;

/** The URL of a GET with these parameters, without the base URL. */
async function requestedUrl(path: string, parameters: Parameters, request: object): Promise<string> {
  const { client, sent } = clientWith();
  await client.call({ id: "test", method: "GET", path, parameters, writers: allWriters }, request);
  return (sent[0]?.url ?? "").replace("https://api.example.com/base", "");
}

const text = fc.string({ unit: "grapheme", minLength: 1 });
const list = fc.array(text, { minLength: 1, maxLength: 5 });
const names = fc.dictionary(text, text, { minKeys: 1, maxKeys: 4 });
const isDots = (value: string) => value === "." || value === "..";

describe("path parameters", () => {
  const value = { blue: "x", black: ["blue", "black"], color: { R: 100, G: 200 } };
  test.each([
    ["simple", false, "/x", "/blue,black", "/R,100,G,200"],
    ["simple", true, "/x", "/blue,black", "/R=100,G=200"],
    ["label", false, "/.x", "/.blue,black", "/.R,100,G,200"],
    ["label", true, "/.x", "/.blue.black", "/.R=100.G=200"],
    ["matrix", false, "/;p=x", "/;p=blue,black", "/;p=R,100,G,200"],
    ["matrix", true, "/;p=x", "/;p=blue;p=black", "/;R=100;G=200"],
  ] as const)("style %s, explode %s", async (style, explode, one, many, named) => {
    const parameters = { path: { p: { style, explode } } };
    expect(await requestedUrl("/{p}", parameters, { p: value.blue })).toBe(one);
    expect(await requestedUrl("/{p}", parameters, { p: value.black })).toBe(many);
    expect(await requestedUrl("/{p}", parameters, { p: value.color })).toBe(named);
  });

  test("any string survives the round trip in its segment, and affects no other part of the URL", async () => {
    await fc.assert(
      fc.asyncProperty(
        text.filter((value) => !isDots(value)),
        async (id) => {
          const url = new URL(
            await requestedUrl("/things/{id}:cancel", {}, { id }),
            "https://api.example.com",
          );
          const [, first, second = "", ...others] = url.pathname.split("/");
          expect([first, others, url.search, url.hash]).toEqual(["things", [], "", ""]);
          expect(decodeURIComponent(second)).toBe(`${id}:cancel`);
        },
      ),
    );
  });

  test("a list survives the round trip item by item", async () => {
    await fc.assert(
      fc.asyncProperty(
        list.filter((items) => !isDots(items.join(","))),
        async (items) => {
          const written = await requestedUrl("/{items}", {}, { items });
          expect(written.slice(1).split(",").map(decodeURIComponent)).toEqual(items);
        },
      ),
    );
  });

  test.each([
    ["", "."],
    ["", ".."],
    ["", ""],
    ["", []],
    ["", [""]],
    ["", {}],
    ["", ["."]],
  ])("%s%j is refused before anything is sent", async (_, id) => {
    const { client, sent } = clientWith();
    const call = client.call({ id: "getThing", method: "GET", path: "/things/{id}" }, { id });
    await expect(call).rejects.toMatchObject({ code: "invalid-request", field: "id", operation: "getThing" });
    expect(sent).toEqual([]);
  });

  test("two parameters can't form the segment `..` together", async () => {
    await expect(requestedUrl("/x/{a}{b}/y", {}, { a: ".", b: "." })).rejects.toThrow(InvalidRequestError);
    await expect(requestedUrl("/x/{a}", { path: { a: { style: "label" } } }, { a: "." })).rejects.toThrow(
      InvalidRequestError,
    );
    expect(await requestedUrl("/x/{a}", {}, { a: "%2e%2e" })).toBe("/x/%252e%252e");
  });
});

describe("query parameters", () => {
  const [items, color] = [["blue", "black"], { R: 100, G: 200 }];
  test.each([
    ["form", true, items, "p=blue&p=black"],
    ["form", true, color, "R=100&G=200"],
    ["form", false, items, "p=blue,black"],
    ["form", false, color, "p=R,100,G,200"],
    ["spaceDelimited", false, items, "p=blue%20black"],
    ["spaceDelimited", false, color, "p=R%20100%20G%20200"],
    ["pipeDelimited", false, items, "p=blue%7Cblack"],
    ["pipeDelimited", true, items, "p=blue&p=black"],
    ["deepObject", true, color, "p%5BR%5D=100&p%5BG%5D=200"],
    [
      "deepObject",
      true,
      { a: { b: [1, { c: true }] } },
      "p%5Ba%5D%5Bb%5D%5B0%5D=1&p%5Ba%5D%5Bb%5D%5B1%5D%5Bc%5D=true",
    ],
    ["form", true, "", "p="],
    ["form", true, 10n, "p=10"],
    ["form", true, [], ""],
    ["form", true, null, ""],
    ["form", true, ["a", undefined, "b"], "p=a&p=b"],
  ] as const)("style %s, explode %s, %o", async (style, explode, p, written) => {
    expect(await requestedUrl("/", { query: { p: { style, explode } } }, { p })).toBe(
      written === "" ? "/" : `/?${written}`,
    );
  });

  test("any name and value survive the round trip, in every style", async () => {
    const styles = fc.constantFrom(
      { style: "form", explode: true },
      { style: "form", explode: false },
      { style: "deepObject" },
      { allowReserved: true },
    ) as fc.Arbitrary<NonNullable<Parameters["query"]>[string]>;
    await fc.assert(
      fc.asyncProperty(text, text, styles, async (name, value, style) => {
        fc.pre(style.allowReserved !== true || !/%[\da-f]{2}/i.test(value));
        const parameters = { query: Object.fromEntries([[name, { ...style, key: "given" }]]) };
        const url = new URL(await requestedUrl("/", parameters, { given: value }), "https://api.example.com");
        expect([...url.searchParams]).toEqual([[name, value]]);
        expect([url.pathname, url.hash]).toEqual(["/", ""]);
      }),
    );
  });

  test("lists and objects survive the round trip", async () => {
    await fc.assert(
      fc.asyncProperty(list, names, async (items, record) => {
        const parameters: Parameters = {
          query: { items: {}, joined: { explode: false }, record: { style: "deepObject" } },
        };
        const written = await requestedUrl("/", parameters, { items, joined: items, record });
        const query = new URL(written, "https://api.example.com").searchParams;
        expect(query.getAll("items")).toEqual(items);
        const joined = /[?&]joined=([^&]*)/.exec(written)?.[1] ?? "";
        expect(joined.split(",").map(decodeURIComponent)).toEqual(items);
        for (const [name, value] of Object.entries(record)) expect(query.get(`record[${name}]`)).toBe(value);
      }),
    );
  });

  // The URL standard writes an apostrophe in a query as %27.
  test("allowReserved leaves characters alone that can't change the query", async () => {
    const query = { p: { allowReserved: true } };
    expect(await requestedUrl("/", { query }, { p: "a:/?@!$'()*,;=b#&+[]%" })).toBe(
      "/?p=a:/?@!$%27()*,;=b%23%26%2B%5B%5D%25",
    );
    // What is encoded already isn't encoded again (RFC 6570, section 3.2.3).
    expect(await requestedUrl("/", { query }, { p: "a%20b%2Fc%2g" })).toBe("/?p=a%20b%2Fc%252g");
  });

  test("a parameter with `content: application/json` is sent as JSON", async () => {
    const url = await requestedUrl(
      "/",
      { query: { p: { content: "application/json" } } },
      { p: { a: [1, "é"] } },
    );
    expect(new URL(url, "https://api.example.com").searchParams.get("p")).toBe('{"a":[1,"é"]}');
  });

  test.each([
    ["a date", new Date(0)],
    ["NaN", Number.NaN],
    ["a nested list", [["a"]]],
    ["a lone surrogate", "\ud800"],
    ["a map", new Map()],
  ])("%s is refused without being quoted", async (_, p) => {
    const error = await requestedUrl("/", { query: { p: {} } }, { p }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.message).toMatch(/^test: `p` /);
  });

  test("a value that contains its style's delimiter is refused", async () => {
    const query = { p: { style: "pipeDelimited", explode: false } } as const;
    await expect(requestedUrl("/", { query }, { p: ["a|b", "c"] })).rejects.toThrow(/delimiter/);
  });
});

describe("header and cookie parameters", () => {
  async function requestedHeaders(parameters: Parameters, request: object): Promise<Headers> {
    const { client, sent } = clientWith({ randomUUID: () => "made-once" });
    await client.call({ id: "test", method: "POST", path: "/", parameters, writers: allWriters }, request);
    return sent[0]?.headers ?? new Headers();
  }

  test("headers have style simple, no encoding and the contract's name", async () => {
    const header = { "X-Items": { key: "xItems" }, "X-Color": { key: "xColor", explode: true }, "X-Old": {} };
    const headers = await requestedHeaders({ header }, { xItems: ["a b", 1], xColor: { R: 1, G: 2 } });
    expect(headers.get("x-items")).toBe("a b,1");
    expect(headers.get("x-color")).toBe("R=1,G=2");
    expect(headers.has("x-old")).toBe(false);
  });

  test("a comma in a list of a header is refused: nothing there is encoded", async () => {
    const header = { "X-Items": { key: "xItems" } };
    for (const xItems of [["a,b", "c"], { R: "1,2" }])
      await expect(requestedHeaders({ header }, { xItems })).rejects.toMatchObject({ field: "xItems" });
    expect((await requestedHeaders({ header }, { xItems: "a,b" })).get("x-items")).toBe("a,b");
  });

  test("an idempotency key is the caller's, or generated", async () => {
    const header = { "Idempotency-Key": { key: "idempotencyKey", required: true, idempotencyKey: true } };
    expect((await requestedHeaders({ header }, {})).get("idempotency-key")).toBe("made-once");
    expect((await requestedHeaders({ header }, { idempotencyKey: "mine" })).get("idempotency-key")).toBe(
      "mine",
    );
  });

  test("cookies are sent as name=value pairs", async () => {
    const headers = await requestedHeaders(
      { cookie: { a: {}, b: { explode: false } } },
      { a: "x;y", b: ["1", "2"] },
    );
    expect(headers.get("cookie")).toBe("a=x%3By; b=1,2");
  });

  test("cookies in the style `cookie` are sent as they are, if a cookie can hold them", async () => {
    const style = "cookie";
    const cookie = { a: { style }, b: { style }, c: { style, explode: false }, d: { style } } as const;
    const request = { a: "x%20y=/", b: ["1", "2"], c: { R: 100, G: "1%2C" }, d: { R: 100, G: 200 } };
    const headers = await requestedHeaders({ cookie }, request);
    expect(headers.get("cookie")).toBe("a=x%20y=/; b=1; b=2; c=R,100,G,1%2C; R=100; G=200");
    for (const wrong of [{ a: "x;y" }, { a: "a b" }, { a: "ü" }, { c: ["a,b", "c"] }, { d: { "a=b": 1 } }])
      await expect(requestedHeaders({ cookie }, wrong)).rejects.toThrow(/a cookie can't hold/);
  });

  test.each(["a\r\nX-Evil: 1", "snow ☃", "nul\0"])(
    "the header value %j is refused without being quoted",
    async (value) => {
      const error = await requestedHeaders({ header: { "X-A": { key: "xA" } } }, { xA: value }).catch(
        (thrown) => thrown,
      );
      expect(error).toMatchObject({ code: "invalid-request", field: "xA" });
      expect(error.cause).toBeUndefined();
      expect(error.message).not.toContain(value);
    },
  );
});

describe("keys of a request", () => {
  test("parameters of the same name in two locations have separate keys", async () => {
    const parameters = { query: { id: { key: "queryId" } }, header: { body: { key: "bodyHeader" } } };
    const { client, sent } = clientWith();
    const operation = { id: "t", method: "GET", path: "/things/{id}", parameters, writers: allWriters };
    await client.call(operation, { id: "a", queryId: "b", bodyHeader: "c" });
    expect(sent[0]?.url).toBe("https://api.example.com/base/things/a?id=b");
    expect(sent[0]?.headers.get("body")).toBe("c");
  });

  test("names of Object.prototype are ordinary names", async () => {
    const query = Object.fromEntries(["constructor", "__proto__", "toString"].map((name) => [name, {}]));
    expect(await requestedUrl("/", { query }, {})).toBe("/");
    const request = Object.fromEntries([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
    expect(await requestedUrl("/", { query }, request)).toBe("/?constructor=b&__proto__=a");
    await expect(requestedUrl("/{constructor}", {}, {})).rejects.toThrow(/`constructor` is required/);
  });

  test("a key that the operation doesn't have is refused by name", async () => {
    await expect(requestedUrl("/", { query: { page: {} } }, { pgae: 1 })).rejects.toMatchObject({
      code: "invalid-request",
      field: "pgae",
    });
  });

  test("a missing required parameter is refused by name", async () => {
    await expect(requestedUrl("/", { query: { q: { required: true } } }, {})).rejects.toThrow(
      /`q` is required/,
    );
    await expect(requestedUrl("/", { header: { "X-Q": { key: "xQ", required: true } } }, {})).rejects.toThrow(
      /`xQ`/,
    );
  });
});
