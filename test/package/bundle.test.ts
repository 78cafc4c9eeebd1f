import { describe, expect, inject, it } from "vitest";
import { bundle, oneOperation } from "../support/package/bundle.js";

const installation = inject("installation");

describe("a bundle of one operation and its client, minified and gzipped", () => {
  it.each(["getSubscription", "listProducts", "changeSubscriptionPlan", "createAccessSnapshot"])(
    "stays under 6 kB: %s",
    async (name) => {
      const { code, gzipped } = await bundle(installation, oneOperation(name));
      expect(code).toMatch(new RegExp(`id:.${name}.`));
      expect(gzipped).toBeLessThan(6000);
    },
  );

  it("contains no other operation and no unused writer", async () => {
    const { code } = await bundle(installation, oneOperation("getSubscription"));
    for (const foreign of ["cancelSubscription", "deepObject", "FormData", "URLSearchParams", "node:"])
      expect(code).not.toContain(foreign);
    const { code: all } = await bundle(installation, 'export * from "@oipkit/sdk/platform/client.js";');
    expect(all).toContain("cancelSubscription");
  });
});

describe("the same bundle with client credentials", () => {
  it.each(["getSubscription", "changeSubscriptionPlan"])("stays under 15 kB: %s", async (name) => {
    const { code, gzipped } = await bundle(
      installation,
      `
import { createHttpClient } from "@oipkit/runtime/http";
import { clientCredentials } from "@oipkit/runtime/oauth";
import { ${name} } from "@oipkit/sdk/platform/client.js";
export const call = (options, identity, request) =>
  ${name}(createHttpClient({ ...options, credentials: clientCredentials(identity) }), request);
`,
    );
    expect(code).toContain("client_credentials");
    expect(gzipped).toBeLessThan(15_000);
  });
});
