import { expect, test } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";

const [soon, later] = ["2030-01-01", "2031-01-01"];

/** A document with one parameter and one header that have these members. */
const api = (members: object) => ({
  "a.openapi.json": {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/a": {
        get: {
          operationId: "a",
          parameters: [{ name: "q", in: "query", schema: { type: "string" }, ...members }],
          responses: {
            200: { description: "d", headers: { "X-A": { schema: { type: "string" }, ...members } } },
          },
        },
      },
    },
  },
});

test.each([
  ["new", {}, { "x-sunset": soon }, "info it may be gone from 2030-01-01 on"],
  ["gone", { "x-sunset": soon }, {}, "info it has no sunset date any more"],
  [
    "later",
    { "x-sunset": soon },
    { "x-sunset": later },
    "info it may be gone from 2031-01-01 on (formerly 2030-01-01)",
  ],
  [
    "earlier",
    { "x-sunset": later },
    { "x-sunset": soon },
    "warning it may be gone from 2030-01-01 on (formerly 2031-01-01)",
  ],
])("a sunset of a parameter or a header that is %s is told", async (_, old, current, told) => {
  const found = await compareTexts(api(old), api(current));
  expect(found.map(({ code }) => code)).toEqual(["sunset-changed", "sunset-changed"]);
  expect(found.map(({ level, message }) => `${level} ${message}`)).toEqual([told, told]);
});
