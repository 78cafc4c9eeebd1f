// @needs python3
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openApi } from "../support/api-servers/checks/api.js";
import { randomArticles } from "../support/api-servers/checks/python/random-articles.js";
import { describeServer } from "../support/api-servers/describe-server.js";
import { type Node, readDocument } from "../support/api-servers/document.js";
import { startServer } from "../support/api-servers/start-server.js";
import { afterThisTest } from "../support/clean-up.js";

describeServer("python");

/** The formats of another server, since it reads the same RFC in other words. */
async function otherFormats(): Promise<Readonly<Record<string, (text: string) => boolean>>> {
  const { href } = new URL("../support/api-servers/fastify/formats.mjs", import.meta.url);
  return ((await import(href)) as { formats: Readonly<Record<string, (text: string) => boolean>> }).formats;
}

it("accepts exactly the articles that are valid by its document", async () => {
  const server = await startServer("python");
  afterThisTest(server.close);
  const api = openApi(server);
  afterThisTest(() => api.close());
  const ajv = new Ajv2020({ strict: false, formats: await otherFormats() });
  const { components } = readDocument(server.document);
  ajv.addSchema({ components, $ref: "#/components/schemas/ArticleInput" } as Node, "article");
  const seen = { 201: 0, 422: 0 };
  await fc.assert(
    fc.asyncProperty(randomArticles, async (article) => {
      const wanted = ajv.validate("article", article) ? 201 : 422;
      seen[wanted] += 1;
      expect((await api.first.post("/articles", article)).status).toBe(wanted);
    }),
    { numRuns: 600 },
  );
  expect(Math.min(seen[201], seen[422])).toBeGreaterThan(50);
});
