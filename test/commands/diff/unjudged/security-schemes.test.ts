import { expect, it } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";

const key = { type: "apiKey", in: "header", name: "X-Key" };
const basic = { type: "http", scheme: "basic" };

/** A scheme of OAuth with these scopes. */
const oauth = (...scopes: readonly string[]) => ({
  type: "oauth2",
  flows: {
    clientCredentials: {
      tokenUrl: "https://login.example.com/token",
      scopes: Object.fromEntries(scopes.map((name) => [name, `to ${name}`])),
    },
  },
});

/** Two operations, of which one needs `main`, and schemes. */
const api = (securitySchemes: object) => {
  const operation = { responses: { 200: { description: "d" } } };
  return {
    "a.openapi.json": {
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: { "/a": { get: operation, post: { ...operation, security: [{ main: [] }] } } },
      components: { securitySchemes },
    },
  };
};

it.each<[string, object, object, readonly string[]]>([
  [
    "is new, and that nothing needs",
    { main: key },
    { main: key, other: basic },
    ["info component-added `other` is new; nothing that is sent uses it, so it isn't compared"],
  ],
  [
    "is gone, and that nothing needed",
    { main: key, other: basic },
    { main: key },
    ["info component-removed `other` was removed; nothing that is sent uses it, so it isn't compared"],
  ],
  [
    "has changed, and that nothing needs",
    { main: key, other: basic },
    { main: key, other: key },
    ["warning not-compared `other` has changed; nothing that is sent uses it, so it isn't compared"],
  ],
  [
    "offers a scope less",
    { main: oauth("read", "write") },
    { main: oauth("read") },
    ["warning scope-removed `write` can no longer be asked for: programs that do so may be refused"],
  ],
  [
    "offers a scope more",
    { main: oauth("read") },
    { main: oauth("read", "write") },
    ["info scope-added `write` can be asked for now"],
  ],
  [
    "offers another scope",
    { main: oauth("read") },
    { main: oauth("write") },
    [
      "warning scope-removed `read` can no longer be asked for: programs that do so may be refused",
      "info scope-added `write` can be asked for now",
    ],
  ],
  ["is needed, and is described in other words", { main: key }, { main: { ...key, description: "d" } }, []],
])("what is told of a security scheme that %s", async (_, old, current, told) => {
  const found = await compareTexts(api(old), api(current));
  expect(found.map(({ level, code, message }) => `${level} ${code} ${message}`).sort()).toEqual(
    [...told].sort(),
  );
});
