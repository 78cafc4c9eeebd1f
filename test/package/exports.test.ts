import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { folderIn } from "../support/package/install.js";
import { programOutput } from "../support/package/run.js";
import { importingAll, specifiers } from "../support/package/specifiers.js";

describe("the exports of the packages", () => {
  it("include the generated SDK, file by file", () => {
    expect(specifiers()).toEqual(
      expect.arrayContaining([
        "oipkit",
        "oipkit/conform",
        "oipkit/package.json",
        "@oipkit/runtime/http",
        "@oipkit/runtime/oauth",
        "@oipkit/runtime/access",
        "@oipkit/runtime/probe",
        "@oipkit/runtime/webhook",
        "@oipkit/runtime/stores",
        "@oipkit/runtime/stores/postgres",
        "@oipkit/sdk",
        "@oipkit/sdk/events/receiver.js",
        "@oipkit/sdk/platform/client.js",
        "@oipkit/sdk/validators/events.js",
        "@oipkit/sdk/conformance/events.json",
      ]),
    );
  });

  it("can all be imported in Node.js", async () => {
    const folder = await folderIn(inject("installation"), "exports-load");
    await writeFile(
      join(folder, "load.js"),
      importingAll((names) => `console.log([${names}].length);`),
    );
    const printed = await programOutput("node", ["--no-warnings", "load.js"], { cwd: folder });
    expect(printed.trim()).toBe(String(specifiers().length));
  });
});
