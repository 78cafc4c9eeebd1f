import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { isAsyncApi, isOpenApi } from "../../../reader/documents/contract-kind.js";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";

describe("a version of a specification", () => {
  it.each([
    ["3.0", true],
    ["3.0.0", true],
    ["3.0.x", true],
    [" 3.0.3", true],
    ["3.0.0-rc1", true],
    ["3.00", false],
    ["3.1.0", false],
    [["3.1", "3.0"], false],
    [undefined, false],
  ])("%j is one of OpenAPI 3.0: %s", (openapi, is) => {
    expect(isOpenApi({ openapi }, "3.0")).toBe(is);
  });

  it.each([
    ["3.0.0", true],
    ["3", true],
    [3, true],
    ["30.0", false],
    ["2.6.0", false],
  ])("%j is one of AsyncAPI 3: %s", (asyncapi, is) => {
    expect(isAsyncApi({ asyncapi }, "3")).toBe(is);
  });

  it.each([['"3.0"'], ["3.0"], ["3.0.x"], ["3.0.4"]])(
    "%s decides what validators accept",
    async (version) => {
      const contract = `openapi: ${version}
info: { title: T, version: "1" }
paths: {}
components: { schemas: { A: { type: number, nullable: true, minimum: 3, exclusiveMinimum: true } } }
`;
      const made = await generateFrom([await contractFolder({ "a.openapi.yaml": contract })], {
        only: ["validators"],
      });
      const scripts = [...made].filter(([path]) => path.startsWith("validators/"));
      const folder = await contractFolder({
        "package.json": '{ "type": "module" }',
        ...Object.fromEntries(scripts),
      });
      const { isA } = (await import(pathToFileURL(join(folder, "validators/index.ts")).href)) as {
        isA(value: unknown): boolean;
      };
      expect([null, 4, 3, "a"].map(isA)).toEqual([true, true, false, false]);
    },
  );
});
