import fc from "fast-check";
import { expect, it } from "vitest";
import { OipkitError } from "../../../../runtime/errors.js";
import { junk, placesIn, replaced } from "../../../support/commands/diff/junk.js";
import { api, post } from "../../../support/commands/diff/openapi/shop.js";
import { findingsBetween } from "../../../support/commands/diff/version-of.js";

const document = api();
Object.assign(post(document).responses["201"] ?? {}, {
  links: {
    order: { operationId: "readOrder", parameters: { id: "$response.body#/id" } },
    other: { operationRef: "#/paths/~1orders/post%7E", server: { url: "https://api.example" } },
  },
});
const places = placesIn(document, ["openapi", "$ref"]);

it("never throws an error of its own, whatever is in a place of a document", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), fc.constantFrom(...junk), async (path, value) => {
      const broken = replaced(document, path, value);
      for (const [old, current] of [
        [document, broken],
        [broken, document],
      ] as const) {
        const keep = new Set(["consumer", "provider"] as const);
        const outcome = await findingsBetween(old, current, { keep }).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(OipkitError);
      }
      const own = await findingsBetween(broken, broken).catch((error: unknown) => error);
      if (!(own instanceof OipkitError)) expect(own).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

it("ends if callbacks refer to each other", async () => {
  const callback = {
    "{$request.body#/url}": {
      post: { responses: {}, callbacks: { again: { $ref: "#/components/callbacks/X" } } },
    },
  };
  const looped = (title: string) => ({
    openapi: "3.1.0",
    info: { title, version: "1" },
    paths: { "/x": { post: { responses: {}, callbacks: { first: { $ref: "#/components/callbacks/X" } } } } },
    components: { callbacks: { X: callback } },
  });
  expect(await findingsBetween(looped("A"), looped("B"))).toEqual([]);
});
