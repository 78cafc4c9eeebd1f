import { expect, test } from "vitest";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";

async function comments(properties: Readonly<Record<string, object>>): Promise<Record<string, string>> {
  const thing = { type: "object", properties };
  const document = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {},
    components: { schemas: { Thing: thing } },
  };
  const files = await generateFrom([await contractFolder({ "api.openapi.json": document })], {
    only: ["types"],
  });
  const lines = (files.get("api/types.ts") ?? "").matchAll(/((?: {2}\/\*\*[\s\S]*?\*\/\n)?) {2}(\w+)\?: /g);
  return Object.fromEntries(
    [...lines].map(([, comment = "", name = ""]) => [
      name,
      comment.replaceAll(/^ *(?:\/\*\*|\*\/|\*) ?| ?\*\/$/gm, "").trim(),
    ]),
  );
}

test("a comment says what the type doesn't: format, limits and default", async () => {
  expect(
    await comments({
      at: { type: "string", format: "date-time" },
      size: { type: "integer", minimum: 1, maximum: 100, default: 20, description: "How many." },
      share: { type: "number", exclusiveMinimum: 0 },
      name: { type: "string", minLength: 1, maxLength: 1, pattern: "^a|b$", description: "Without an end" },
      list: { type: "array", items: { type: "string" }, maxItems: 3, uniqueItems: true, default: [] },
      count: { type: "integer" },
      text: { type: "string", description: "Text." },
      hidden: { type: "string", default: "*/ alert(1) /*", deprecated: true },
      joint: {
        allOf: [
          { type: "integer", minimum: 2 },
          { maximum: 9, description: "Both." },
        ],
      },
      long: { type: "string", default: "x".repeat(100) },
    }),
  ).toEqual({
    at: "Format `date-time`.",
    size: "How many. Integer; 1 to 100; default `20`.",
    share: "Number, with or without a fraction; greater than 0.",
    name: "Without an end\n\nExactly 1 character; matches `^a|b$`.",
    list: "At most 3 items; no item twice.",
    count: "",
    text: "Text.",
    hidden: "Default `*\\/ alert(1) /\\*`.\n\n@deprecated",
    joint: "Both. Integer; 2 to 9.",
    long: "",
  });
});
