import { describe, expect, inject, it } from "vitest";
import { expectDocumented, measureFootprint } from "../support/package/footprint.js";
import { installTarballs } from "../support/package/install.js";
import { run } from "../support/package/run.js";

const installation = inject("installation");

describe("an integrator's installation for production", () => {
  const install = (drivers: readonly string[] = []): Promise<string> =>
    installTarballs(installation, ["@oipkit/sdk", "@oipkit/runtime"], drivers);

  it("has at most 5 packages and 6 MB without a driver, and no install script", async () => {
    const found = await measureFootprint(await install());
    expect(found.installScripts).toEqual([]);
    expect(found.packages).toBeLessThanOrEqual(5);
    expect(found.megabytes).toBeLessThanOrEqual(6);
    expectDocumented("SDK and runtime", found);
  });

  it("has at most 25 packages with pg, and no install script", async () => {
    const found = await measureFootprint(await install(["pg@^8.23.1"]));
    expect(found.installScripts).toEqual([]);
    expect(found.packages).toBeLessThanOrEqual(25);
    expectDocumented("SDK and runtime, with `pg`", found);
  });
});

const signedMessages = `
import { createMemoryInbox, createReceiver } from "@oipkit/runtime/webhook";
const protocol = {
  headers: { signature: "Signature" },
  signature: { form: "http-message-signatures", algorithm: "hmac-sha256", content: ["body"] },
  timestamp: { unit: "seconds", toleranceSeconds: 300 },
  event: { id: "/id", type: "/type" },
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
};
try {
  createReceiver({
    protocol,
    events: [],
    validate: () => ({ kind: "unknown" }),
    secrets: ["secret"],
    inbox: createMemoryInbox(),
    fallback: () => {},
  });
} catch ({ code, message }) {
  console.log(code, message);
}`;

describe("a receiver of signed HTTP messages", () => {
  it("says at its start which package it lacks", async () => {
    const project = await installTarballs(installation, ["@oipkit/sdk", "@oipkit/runtime"], []);
    const { stdout } = await run("node", ["--input-type=module", "--eval", signedMessages], { cwd: project });
    expect(stdout).toBe(
      "receiver-misconfigured signatures of HTTP messages need the package `structured-headers`: npm install structured-headers\n",
    );
  });
});

// The toolkit alone is measured in `without-platform.test.ts`.
describe("a developer's installation of all packages", () => {
  it("has no install script", async () => {
    const found = await measureFootprint(installation.project);
    expect(found.installScripts).toEqual([]);
    expectDocumented("the same with the SDK and the sandbox of the example platform", found);
  });
});
