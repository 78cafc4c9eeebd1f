import { Ajv } from "ajv";
import { afterEach, expect, it, vi } from "vitest";
import { check } from "../../support/reader/check/findings.js";

afterEach(() => {
  vi.restoreAllMocks();
});

const pointersIn = async (version: unknown) => {
  const document = { asyncapi: "3.0.0", info: { title: "t", version } };
  return (await check({ "e.asyncapi.json": JSON.stringify(document) })).map(({ pointer }) => pointer);
};

it("compiles the schemas of AsyncAPI once for all documents, and finds in each what is wrong there", async () => {
  await pointersIn("first");
  const compile = vi.spyOn(Ajv.prototype, "compile");

  expect(await pointersIn(1)).toContain("/info/version");
  expect(await pointersIn("sound")).not.toContain("/info/version");
  const large = compile.mock.calls.filter(([schema]) => JSON.stringify(schema).length > 50_000);
  expect(large).toEqual([]);
});
