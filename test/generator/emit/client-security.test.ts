import { describe, expect, test } from "vitest";
import { clientCredentials } from "../../../runtime/oauth/index.js";
import {
  type GeneratedClient,
  generatedClient,
  type Sent,
} from "../../support/generator/emit/driven-client.js";

const servers = [{ url: "https://api.test.example" }];
const securitySchemes = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  query: { type: "apiKey", in: "query", name: "api key" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  oauth: {
    type: "oauth2",
    flows: {
      clientCredentials: { tokenUrl: "https://id.test.example/token", scopes: { read: "", write: "" } },
    },
  },
  openId: {
    type: "openIdConnect",
    openIdConnectUrl: "https://id.test.example/.well-known/openid-configuration",
  },
  certificate: { type: "mutualTLS" },
};

/** A client with an operation for each `security`; `undefined` has none of its own. */
function securityClient(
  operations: Readonly<Record<string, unknown>>,
  security?: object[],
): Promise<GeneratedClient> {
  const paths = Object.entries(operations).map(([operationId, own]) => [
    `/${operationId}`,
    {
      get: {
        operationId,
        tags: ["calls"],
        parameters: [
          { name: "q", in: "query", schema: { type: "string" } },
          { name: "theme", in: "cookie", schema: { type: "string" } },
        ],
        responses: { 204: { description: "d" } },
        ...(own !== undefined && { security: own }),
      },
    },
  ]);
  return generatedClient({
    servers,
    paths: Object.fromEntries(paths),
    components: { securitySchemes },
    ...(security && { security }),
  });
}

const facts = ({ url, headers }: Sent) => ({
  url: url.replace("https://api.test.example", ""),
  ...Object.fromEntries([...headers].filter(([name]) => ["authorization", "cookie", "x-key"].includes(name))),
});

describe("a client's security", () => {
  test("is sent where its scheme says", async () => {
    const client = await securityClient({
      all: [{ key: [], query: [], cookie: [], basic: [] }],
      token: [{ bearer: [] }],
    });
    const security = {
      key: "k",
      query: "a&b",
      cookie: "c=/d",
      basic: { username: "ü", password: "p" },
      bearer: () => "t",
    };
    const { groups, sent } = client.connect({ security });
    await groups.calls?.all?.({ q: "1", theme: "dark" });
    await groups.calls?.token?.();
    await groups.calls?.all?.({}, { url: "/all?api%20key=old&page=2" });
    expect(sent.map(facts)).toEqual([
      {
        url: "/all?q=1&api%20key=a%26b",
        "x-key": "k",
        cookie: "theme=dark; sid=c=/d",
        authorization: `Basic ${Buffer.from("ü:p").toString("base64")}`,
      },
      { url: "/token", authorization: "Bearer t" },
      expect.objectContaining({ url: "/all?page=2&api%20key=a%26b" }),
    ]);
  });

  test("uses the first alternative that it has whole, and nothing for a public operation", async () => {
    const client = await securityClient(
      {
        either: undefined,
        both: [{ key: [], bearer: [] }],
        open: [],
        maybe: [{}, { basic: [] }],
        certain: [{ certificate: [], key: [] }],
      },
      [{ key: [] }, { bearer: [] }],
    );
    const calls = ["either", "both", "open", "maybe", "certain"];
    const called = async (security: object) => {
      const { groups, sent } = client.connect({ security });
      const ended = await Promise.allSettled(calls.map((name) => groups.calls?.[name]?.()));
      return ended.map((end, index) => {
        if (end.status === "rejected") return end.reason.code;
        const { url: _, ...headers } = facts(
          sent.find(({ url }) => url.endsWith(`/${calls[index]}`)) as Sent,
        );
        return headers;
      });
    };
    const [key, token] = [{ "x-key": "k" }, { authorization: "Bearer t" }];
    expect(await called({ key: "k" })).toEqual([key, "missing-credentials", {}, {}, key]);
    expect(await called({ bearer: "t" })).toEqual([
      token,
      "missing-credentials",
      {},
      {},
      "missing-credentials",
    ]);
    const basic = { username: "u", password: "" };
    expect((await called({ key: "k", basic }))[3]).toEqual({ authorization: "Basic dTo=" });
    expect(await called({ key: "k", bearer: "t" })).toEqual([key, { ...key, ...token }, {}, {}, key]);
  });

  test("sends nothing of other credentials to a public operation, either", async () => {
    const client = await securityClient({ open: [], closed: undefined }, [{ oauth: ["read"] }]);
    const { groups, sent } = client.connect({ authorize: () => ({ authorization: "Bearer t" }) });
    await groups.calls?.open?.();
    await groups.calls?.closed?.();
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([null, "Bearer t"]);
  });

  test.each([
    [undefined, "security"],
    [{}, "security"],
    [{ key: "k" }, "security"],
    [{ key: "k", bearer: "" }, "security.bearer"],
    [{ key: "k", bearer: "t", other: "o" }, "security.other"],
    [{ basic: { username: "a:b", password: "p" } }, "security.basic"],
    [{ basic: { username: "a" } }, "security.basic"],
  ])("%o is refused when the client is made", async (security, option) => {
    const client = await securityClient({ both: [{ key: [], bearer: [] }, { basic: [] }] });
    expect(() => client.connect({ security })).toThrow(
      expect.objectContaining({ code: "invalid-option", option }),
    );
  });

  test("is typed", async () => {
    const client = await securityClient({ both: [{ key: [], bearer: [] }, { basic: [] }] });
    expect(
      client.errors([
        `api.createClient({ security: { key: "k", bearer: async () => "t" } });`,
        `api.createClient({ security: { basic: { username: "u", password: "p" } } });`,
        `api.createClient({ authorize: () => ({}) });`,
        `!api.createClient();`,
        `!api.createClient({});`,
        `!api.createClient({ security: {} });`,
        `!api.createClient({ security: { key: "k" } });`,
        `!api.createClient({ security: { basic: "u:p" } });`,
        `!api.createClient({ security: { key: "k", bearer: "t", other: "o" } });`,
      ]),
    ).toEqual([]);
    const tokens = await securityClient({ read: [{ oauth: ["read"] }], who: [{ openId: [] }] });
    expect(tokens.errors([`api.createClient();`, `api.createClient({ security: { oauth: "t" } });`])).toEqual(
      [],
    );
  });

  test("gets its tokens from the contract's token endpoint, with the scopes of the alternative", async () => {
    const client = await securityClient({
      read: [{ oauth: ["read"] }, { key: [] }],
      write: [{ oauth: ["write"], key: [] }],
    });
    const security = { oauth: clientCredentials({ clientId: "c", clientSecret: "s" }), key: "k" };
    const { groups, sent } = client.connect({ security }, ({ url, headers }) =>
      url.startsWith("https://id.")
        ? Response.json({ access_token: `t${sent.length}`, token_type: "bearer", expires_in: 3600 })
        : new Response(null, {
            status: headers.get("authorization") === "Bearer t1" && sent.length < 3 ? 401 : 204,
          }),
    );
    await groups.calls?.read?.();
    await groups.calls?.write?.();
    expect(sent.map(({ url }) => url.replace(/^https:\/\/|\.test\.example/g, ""))).toEqual([
      "id/token",
      "api/read",
      "id/token",
      "api/read",
      "id/token",
      "api/write",
    ]);
    expect(new URLSearchParams(await sent[0]?.body.text()).get("scope")).toBe("read");
    expect(new URLSearchParams(await sent[4]?.body.text()).get("scope")).toBe("write");
    expect(sent[5]?.headers.get("x-key")).toBe("k");
  });
});

test("compiles without the schemes that a request can't carry, since the contract lacks their place or name", async () => {
  const securitySchemes = {
    nowhere: { type: "apiKey", name: "key" },
    nameless: { type: "apiKey", in: "header" },
    unknown: { type: "http" },
    key: { type: "apiKey", in: "header", name: "X-Key" },
  };
  const get = { operationId: "list", tags: ["things"], responses: { 204: { description: "d" } } };
  const security = [{ nowhere: [] }, { nameless: [] }, { unknown: [] }, { key: [] }];
  const api = await generatedClient({ paths: { "/a": { get } }, components: { securitySchemes }, security });
  expect(api.errors(["export {};"])).toEqual([]);
  const { groups, sent } = api.connect({ baseUrl: "https://api.example.com", security: { key: "k" } });
  await groups.things?.list?.();
  expect(sent[0]?.headers.get("x-key")).toBe("k");
});
