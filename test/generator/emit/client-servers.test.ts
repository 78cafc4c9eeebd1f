import { describe, expect, test } from "vitest";
import { generatedClient } from "../../support/generator/emit/driven-client.js";

const responses = { 204: { description: "d" } };
const get = (operationId: string, more: object = {}) => ({
  get: { operationId, tags: ["things"], responses, ...more },
});
const api = "https://api.test.example/v1";
const uploads = { servers: [{ url: "https://uploads.test.example/v2/" }] };

describe("operations with a server of their own", () => {
  const document = {
    servers: [{ url: api }],
    paths: {
      "/things": get("listThings"),
      "/upload": { ...uploads, ...get("uploadThing") },
      "/status": get("getStatus", { servers: [{ url: "/" }] }),
      "/same": get("getSame", { servers: [{ url: api }, { url: "https://other.test.example" }] }),
    },
  };

  test("are in their group and are sent to their server", async () => {
    const client = await generatedClient(document);
    const { groups, sent } = client.connect({});
    for (const name of ["list", "upload", "getStatus", "getSame"]) await groups.things?.[name]?.();
    expect(sent.map(({ url }) => url)).toEqual([
      `${api}/things`,
      "https://uploads.test.example/v2/upload",
      "https://api.test.example/status",
      `${api}/same`,
    ]);
    expect(
      client.errors([
        `const { things } = api.createClient();`,
        `await things.upload();`,
        `api.createClient({ servers: { "https://uploads.test.example/v2/": "http://localhost:1" } });`,
        `!api.createClient({ servers: { "https://other.test.example": "http://localhost:1" } });`,
      ]),
    ).toEqual([]);
  });

  test("aren't sent to it from a client for another base URL, unless that names their server, too", async () => {
    const client = await generatedClient(document);
    const { groups, sent } = client.connect({ baseUrl: "http://localhost:1/mock/v1" });
    await expect(groups.things?.upload?.()).rejects.toMatchObject({
      code: "invalid-option",
      option: "servers",
    });
    await groups.things?.getStatus?.();
    const both = client.connect({
      baseUrl: "http://localhost:1/mock",
      servers: { "https://uploads.test.example/v2/": "http://localhost:2" },
    });
    await both.groups.things?.upload?.();
    expect([...sent, ...both.sent].map(({ url }) => url)).toEqual([
      "http://localhost:1/mock/status",
      "http://localhost:2/upload",
    ]);
    for (const servers of [
      { other: "https://a.test.example" },
      { "https://uploads.test.example/v2/": "ftp://a" },
    ])
      expect(() => client.connect({ servers })).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });

  test("follow redirects and links within the origin of their server", async () => {
    const client = await generatedClient(document);
    const { groups } = client.connect(
      {},
      ({ url }) =>
        new Response(null, {
          status: url.includes("next") ? 204 : 302,
          headers: { location: `${api}/next` },
        }),
    );
    await expect(groups.things?.upload?.()).rejects.toMatchObject({
      code: "foreign-origin",
      origin: "https://api.test.example",
    });
    expect(await groups.things?.list?.()).toMatchObject({ status: 204 });
  });

  test("are the whole client if all have the same one", async () => {
    const client = await generatedClient({
      paths: { "/a": { ...uploads, ...get("getA") }, "/b": { ...uploads, ...get("getB") } },
    });
    const { groups, sent } = client.connect({});
    await groups.things?.getA?.();
    const mock = client.connect({ baseUrl: "http://localhost:1" });
    await mock.groups.things?.getB?.();
    expect([...sent, ...mock.sent].map(({ url }) => url)).toEqual([
      "https://uploads.test.example/v2/a",
      "http://localhost:1/b",
    ]);
  });
});

describe("the servers of an API", () => {
  const document = {
    servers: [
      {
        url: "https://{tenant}.{region}.test.example:{port}/{prefix}",
        variables: {
          tenant: { default: "demo" },
          region: { default: "eu", enum: ["eu", "us"] },
          port: { default: "443" },
          prefix: { default: "v1" },
        },
      },
      { url: "https://sandbox.test.example" },
    ],
    paths: { "/things": get("listThings") },
  };

  test("are the default, with their variables", async () => {
    const client = await generatedClient(document);
    const urls = [];
    for (const options of [
      {},
      { serverVariables: { tenant: "acme", region: "us", port: "8443", prefix: "v2/beta" } },
      { server: "https://sandbox.test.example" },
      { baseUrl: "http://localhost:1" },
    ]) {
      const { groups, sent } = client.connect(options);
      await groups.things?.list?.();
      urls.push(sent[0]?.url);
    }
    expect(urls).toEqual([
      "https://demo.eu.test.example/v1/things",
      "https://acme.us.test.example:8443/v2/beta/things",
      "https://sandbox.test.example/things",
      "http://localhost:1/things",
    ]);
    expect(
      client.errors([
        `api.createClient();`,
        `api.createClient({ serverVariables: { tenant: "a", region: "us" } });`,
        `api.createClient({ server: "https://sandbox.test.example" });`,
        `!api.createClient({ serverVariables: { region: "asia" } });`,
        `!api.createClient({ serverVariables: { zone: "a" } });`,
        `!api.createClient({ server: "https://other.test.example" });`,
      ]),
    ).toEqual([]);
  });

  test.each([
    [{ serverVariables: { region: "asia" } }, "serverVariables.region"],
    [{ serverVariables: { zone: "a" } }, "serverVariables.zone"],
    [{ serverVariables: { tenant: "evil.example/" } }, "serverVariables.tenant"],
    [{ serverVariables: { tenant: "a@evil.example?" } }, "serverVariables.tenant"],
    [{ serverVariables: { tenant: "evil.example\\" } }, "serverVariables.tenant"],
    [{ serverVariables: { port: "80@evil.example" } }, "serverVariables.port"],
    [{ serverVariables: { prefix: "?a" } }, "baseUrl"],
    [{ server: "https://other.test.example" }, "server"],
    [{ baseUrl: "http://localhost:1", server: "https://sandbox.test.example" }, "server"],
    [{ baseUrl: "http://localhost:1", serverVariables: { tenant: "a" } }, "serverVariables"],
  ])("%o is refused", async (options, option) => {
    const client = await generatedClient(document);
    expect(() => client.connect(options)).toThrow(
      expect.objectContaining({ code: "invalid-option", option }),
    );
  });

  test.each(["/v1", "{base}", "https://base.invalid", "ftp://files.test.example"])(
    "%s is no default, so a base URL is needed",
    async (url) => {
      const client = await generatedClient({
        servers: [{ url, variables: { base: { default: "https://base.invalid" } } }],
        paths: document.paths,
      });
      expect(
        client.errors([`!api.createClient({});`, `api.createClient({ baseUrl: "https://a.test.example" });`]),
      ).toEqual([]);
    },
  );
});
