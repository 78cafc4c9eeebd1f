import { describe, expect, inject, it } from "vitest";
import { expectDocumented, measureFootprint } from "../support/package/footprint.js";
import { installTarballs } from "../support/package/install.js";

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

// The toolkit alone is measured in `without-platform.test.ts`.
describe("a developer's installation of all packages", () => {
  it("has no install script", async () => {
    const found = await measureFootprint(installation.project);
    expect(found.installScripts).toEqual([]);
    expectDocumented("the same with the SDK and the sandbox of the example platform", found);
  });
});
