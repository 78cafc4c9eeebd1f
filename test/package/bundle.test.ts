import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { describe, expect, inject, it } from "vitest";
import { folderIn } from "./install.js";

const installation = inject("installation");

interface Bundle {
  readonly code: string;
  readonly gzipped: number;
}

/** What a bundler makes of a module that uses the installed package, for browsers. */
async function bundle(module: string): Promise<Bundle> {
  const entry = join(await folderIn(installation, "bundle"), "entry.js");
  await writeFile(entry, module);
  const build = await rolldown({ input: entry, platform: "browser", logLevel: "silent" });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  expect(output).toHaveLength(1);
  const { code } = output[0];
  return { code, gzipped: gzipSync(code, { level: 9 }).length };
}

const oneOperation = (name: string) => `
import { createHttpClient } from "oipkit/http";
import { ${name} } from "oipkit/sdk/platform/client.js";
export const call = (options, request) => ${name}(createHttpClient(options), request);
`;

describe("a bundle of one operation and its client, minified and gzipped", () => {
  it.each(["getSubscription", "listProducts", "changeSubscriptionPlan", "createAccessSnapshot"])(
    "stays under 5 kB: %s",
    async (name) => {
      const { code, gzipped } = await bundle(oneOperation(name));
      expect(code).toMatch(new RegExp(`id:.${name}.`));
      expect(gzipped).toBeLessThan(5000);
    },
  );

  it("holds no other operation and no writer that it doesn't need", async () => {
    const { code } = await bundle(oneOperation("getSubscription"));
    for (const foreign of ["cancelSubscription", "deepObject", "FormData", "URLSearchParams", "node:"])
      expect(code).not.toContain(foreign);
    const { code: all } = await bundle('export * from "oipkit/sdk/platform/client.js";');
    expect(all).toContain("cancelSubscription");
  });
});

describe("the same with the application identity", () => {
  it.each(["getSubscription", "changeSubscriptionPlan"])("stays under 14 kB: %s", async (name) => {
    const { code, gzipped } = await bundle(`
import { createHttpClient } from "oipkit/http";
import { clientCredentials } from "oipkit/oauth";
import { ${name} } from "oipkit/sdk/platform/client.js";
export const call = (options, identity, request) =>
  ${name}(createHttpClient({ ...options, credentials: clientCredentials(identity) }), request);
`);
    expect(code).toContain("client_credentials");
    expect(gzipped).toBeLessThan(14_000);
  });
});
