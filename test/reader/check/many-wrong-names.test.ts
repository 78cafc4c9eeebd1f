import { expect, it } from "vitest";
import { noMoreSuggestions } from "../../../reader/check/name-suggestions.js";
import { check } from "../../support/reader/check/findings.js";

const members = (count: number, member: (at: number) => readonly [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => member(at)));

/** References of which none leads anywhere, though each nearly does. */
function misspelt(count: number): Record<string, string> {
  const schemas = {
    ...members(count, (at) => [`Schema${at}`, {}]),
    Main: { properties: members(count, (at) => [`p${at}`, { $ref: `#/components/schemas/Shema${at}x` }]) },
  };
  const info = { title: "t", version: "1" };
  return { "a.openapi.json": JSON.stringify({ openapi: "3.1.0", info, paths: {}, components: { schemas } }) };
}

it("suggests a name for each of a few", async () => {
  const hints = (await check(misspelt(20))).map(({ hint }) => hint);
  expect(hints).toHaveLength(20);
  for (const hint of hints) expect(hint).toMatch(/^Did you mean `Schema\d+`\?$/);
});

it("finds all of very many, suggests names for the first, and says so", async () => {
  const hints = (await check(misspelt(3_000))).map(({ hint }) => hint);
  expect(hints).toHaveLength(3_000);
  expect(hints[0]).toMatch(/^Did you mean `Schema\d+`\?$/);
  expect(hints.at(-1)).toBe(noMoreSuggestions);
});

it("finds more of them than a call has room for", async () => {
  const schemas = members(4, (group) => [
    `G${group}`,
    { properties: members(40_000, (at) => [`p${at}`, { $ref: `#/components/schemas/G${at}x` }]) },
  ]);
  const info = { title: "t", version: "1" };
  const text = JSON.stringify({ openapi: "3.1.0", info, paths: {}, components: { schemas } });
  expect(await check({ "a.openapi.json": text })).toHaveLength(160_000);
});
