import { expect, it } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";
import { contractFolder } from "../../../support/generator/emit/contract-folder.js";

const api = (operationId: string) => `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    get:
      operationId: ${operationId}
      responses:
        "200": { description: All }
`;

it("reports code that no longer compiles with --source", async () => {
  const cwd = await contractFolder({
    "old/things.openapi.yaml": api("listThings"),
    "new/things.openapi.yaml": api("getThings"),
  });
  const { exitCode, out } = await runCommand(cwd, "diff", "--source", "old", "new");
  expect(exitCode).toBe(1);
  expect(out).toContain("new/things.openapi.yaml:5:5 source source-export-removed /paths/~1things/get");
  expect(out).toContain(
    "`listThings` is gone, since its operation is called `getThings` now (TS2305: Module '\"things/client.js\"' has no exported member 'listThings')",
  );
  expect((await runCommand(cwd, "diff", "old", "new")).out).not.toContain("source-export-removed");
});
