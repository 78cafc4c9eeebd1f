import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { linkTarget } from "../../../runtime/http/answer/paginate.js";
import {
  type Answer,
  allWriters,
  type CallOptions,
  createHttpClient,
  type OperationDescriptor,
  paginate,
} from "../../../runtime/http/index.js";
import { clientWith, type SentRequest } from "../../support/runtime/http/fake-fetch.js";
import { sendJson, startServer } from "../../support/runtime/http/local-server.js";

interface Thing {
  readonly id: number;
}
type List = Answer<true, 200, Thing[]> | Answer<false, 404, { error: string }>;
type Page = Answer<true, 200, { data: { things: Thing[] }; next?: string | null }>;
interface Request {
  readonly cursor?: string;
  readonly size?: number;
}

const operation: OperationDescriptor = {
  id: "list",
  method: "GET",
  path: "/things",
  parameters: { query: { cursor: {}, size: {} } },
  responses: { 200: ["application/json"], 404: ["application/json"] },
  writers: allWriters,
};

/** The operation, bound to a client whose requests are answered by `answer`. */
function bound<A>(answer: (request: SentRequest) => Response) {
  const { client, sent } = clientWith({}, answer);
  const list = (request: Request, options?: CallOptions) => client.call<A>(operation, request, options);
  return { list, sent, urls: () => sent.map(({ url }) => url.replace("https://api.example.com/base", "")) };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("pages by links", () => {
  test("are requested one after the other, each only on demand", async () => {
    await using server = await startServer(({ url }, response) => {
      const page = Number(new URL(url, "http://x").searchParams.get("page") ?? 1);
      response.setHeader(
        "link",
        page < 3 ? `<${server.origin}/things?size=2&page=${page + 1}>; rel="next"` : "",
      );
      sendJson(response, 200, [{ id: page * 10 }, { id: page * 10 + 1 }]);
    });
    const client = createHttpClient({ baseUrl: server.origin, headers: { authorization: "Bearer t" } });
    const list = (request: Request, options?: CallOptions) => client.call<List>(operation, request, options);
    const things = paginate(list, { size: 2 }, { kind: "link", options: { headers: { "x-a": "1" } } });

    for await (const thing of things) {
      expectTypeOf(thing).toEqualTypeOf<Thing>();
      if (thing.id === 11) break;
    }
    expect(server.received).toHaveLength(1);
    expect((await all(things)).map(({ id }) => id)).toEqual([10, 11, 20, 21, 30, 31]);
    expect(server.received.slice(1).map(({ url }) => url)).toEqual([
      "/things?size=2",
      "/things?size=2&page=2",
      "/things?size=2&page=3",
    ]);
    expect(
      server.received.every(({ headers }) => headers["x-a"] === "1" && headers.authorization === "Bearer t"),
    ).toBe(true);
  });

  test("may be relative", async () => {
    const { list, urls } = bound<List>(({ url }) =>
      Response.json(
        [],
        url.includes("page") ? {} : { headers: { link: '</base/things?page=2>; rel="next"' } },
      ),
    );
    await all(paginate(list, {}, { kind: "link" }));
    expect(urls()).toEqual(["/things", "/things?page=2"]);
  });

  test("to another origin are refused before anything is sent there", async () => {
    const { list, sent } = bound<List>(() =>
      Response.json([{ id: 1 }], { headers: { link: '<https://evil.example/things?page=2>; rel="next"' } }),
    );
    const seen: number[] = [];
    const iterate = async () => {
      for await (const { id } of paginate(list, {}, { kind: "link" })) seen.push(id);
    };
    await expect(iterate()).rejects.toMatchObject({ code: "foreign-origin", origin: "https://evil.example" });
    expect([seen, sent.length]).toEqual([[1], 1]);
  });

  test("that form a cycle are an error, not an endless loop", async () => {
    const { list } = bound<List>(({ url }) =>
      Response.json([], {
        headers: { link: `<${url.includes("page=2") ? "?page=3" : "?page=2"}>; rel="next"` },
      }),
    );
    await expect(all(paginate(list, {}, { kind: "link" }))).rejects.toMatchObject({ code: "pagination" });
  });

  test("end with the error of a page that isn't a success", async () => {
    const { list } = bound<List>(() => Response.json({ error: "gone" }, { status: 404 }));
    await expect(all(paginate(list, {}, { kind: "link" }))).rejects.toMatchObject({
      code: "http-status",
      status: 404,
      answer: { body: { error: "gone" } },
    });
  });
});

describe("pages by cursor", () => {
  const how = { kind: "cursor", cursor: "/next", parameter: "cursor", items: "/data/things" } as const;

  test.each([undefined, null, ""])("follow the cursor until it is %j", async (end) => {
    const { list, urls } = bound<Page>(({ url }) => {
      const id = url.includes("cursor=a%2Fb") ? 2 : 1;
      return Response.json({ data: { things: [{ id }] }, next: id === 1 ? "a/b" : end });
    });
    const items = paginate(list, { size: 1 }, how);
    expectTypeOf(items).toExtend<AsyncIterable<Thing>>();
    expect(await all(items)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(urls()).toEqual(["/things?size=1", "/things?cursor=a%2Fb&size=1"]);
  });

  test("can also be iterated as whole answers", async () => {
    const { list } = bound<Page>(() =>
      Response.json({ data: { things: [] } }, { headers: { "x-total": "0" } }),
    );
    const answers = await all(paginate(list, {}, how).pages());
    expect(answers.map(({ status, headers }) => [status, headers.get("x-total")])).toEqual([[200, "0"]]);
    expectTypeOf(answers).items.toHaveProperty("body").toEqualTypeOf<Extract<Page, { ok: true }>["body"]>();
  });

  test.each([
    ["a cursor that isn't a string", { data: { things: [] }, next: { a: 1 } }],
    ["no list", { data: {}, next: null }],
    ["a string as the list", { data: { things: "ab" } }],
    ["nothing", null],
  ])("%s is an error", async (_, body) => {
    const { list } = bound<Page>(() => Response.json(body));
    await expect(all(paginate(list, {}, how))).rejects.toMatchObject({ code: "pagination" });
  });

  test("a repeated cursor is an error", async () => {
    const { list, sent } = bound<Page>(() => Response.json({ data: { things: [] }, next: "same" }));
    await expect(all(paginate(list, {}, how))).rejects.toMatchObject({ code: "pagination" });
    expect(sent).toHaveLength(2);
  });
});

describe("Link headers (RFC 8288)", () => {
  test.each([
    ['<https://a.example/?page=2>; rel="next"', "https://a.example/?page=2"],
    ['<?p=0>; rel="prev", <?p=2>; rel=next', "?p=2"],
    ['<?p=2>; title="a, b; rel=prev"; rel="last next"', "?p=2"],
    ['<?p=2>;REL="NEXT"', "?p=2"],
    ['<?a,b;c>; rel="next"', "?a,b;c"],
    ['<?p=2>; title="\\"<?p=3>; rel=next"; rel="next"', "?p=2"],
    ['<?p=2>; rel="prev"; rel="next"', undefined],
    ['<?p=2>; anchor="#x"; rel="next"', undefined],
    ['<?p=2>; rel="nextish"', undefined],
    ["<?p=2>", undefined],
    ["rel=next", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j gives %j", (header, target) => {
    expect(linkTarget(header, "next")).toBe(target);
  });

  test("any target is found among any other links", () => {
    const uri = fc.webUrl({ withQueryParameters: true });
    const relation = fc.constantFrom("prev", "last", "first");
    const title = fc.string().map((text) => JSON.stringify(text.replace(/[^ -~]/g, "")));
    const others = fc.array(
      fc.tuple(uri, relation, title).map(([u, r, t]) => `<${u}>; title=${t}; rel="${r}"`),
    );
    fc.assert(
      fc.property(uri, others, others, title, (target, before, after, title) => {
        const header = [...before, `<${target}>; title=${title}; rel="next"`, ...after].join(", ");
        expect(linkTarget(header, "next")).toBe(target);
      }),
    );
  });

  test("any string is parsed without an error", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("<", ">", ";", ",", '"', "\\", "r", "=", " ") }),
        (header) => {
          expect(["string", "undefined"]).toContain(typeof linkTarget(header, "next"));
        },
      ),
    );
    expect(linkTarget(`<x>${';a="\\'.repeat(20_000)}`, "next")).toBeUndefined();
  });
});
