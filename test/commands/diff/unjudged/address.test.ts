import { expect, it } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";

const flow = (more: object) => ({
  type: "oauth2",
  flows: { clientCredentials: { tokenUrl: "https://a.example.com/token", scopes: {}, ...more } },
});

const api = ({ scheme = flow({}), host = "a" }: { readonly scheme?: object; readonly host?: string }) => ({
  "a.openapi.json": {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [
      { url: "https://{host}.example.com", variables: { host: { enum: ["a", "b"], default: host } } },
    ],
    security: [{ oauth: [] }],
    paths: { "/a": { get: { operationId: "a", responses: { 200: { description: "d" } } } } },
    components: { securitySchemes: { oauth: scheme } },
  },
});

const refresh = (name: string) => ({ scheme: flow({ refreshUrl: `https://a.example.com/${name}` }) });

it.each<[string, Parameters<typeof api>[0], Parameters<typeof api>[0], readonly string[]]>([
  ["moved", refresh("one"), refresh("two"), ["error security-changed"]],
  ["is gone", refresh("one"), {}, ["error security-changed"]],
  ["is new", {}, refresh("one"), ["warning security-changed"]],
])(
  "an address for new tokens that %s breaks programs that use the old one",
  async (_, old, current, told) => {
    const found = await compareTexts(api(old), api(current));
    expect(found.map(({ level, code }) => `${level} ${code}`)).toEqual(told);
  },
);

it("another default of a server's variable is a risk for programs that choose no value", async () => {
  expect(await compareTexts(api({}), api({ host: "b" }))).toMatchObject([
    {
      level: "warning",
      code: "server-default-changed",
      message: "`default` changed from `a` to `b`: programs that don't choose a value call another address",
    },
  ]);
});
