import { describe, expect, it } from "vitest";
import { checks } from "../support/api-servers/checks/all.js";
import { openApi } from "../support/api-servers/checks/api.js";
import { startServer } from "../support/api-servers/start-server.js";
import { afterThisFile } from "../support/clean-up.js";

describe("the newsroom", async () => {
  const server = await startServer("python");
  const api = openApi(server);
  afterThisFile(() => api.close());
  afterThisFile(server.close);

  it.each(checks.python)("$name", async ({ run }) => {
    await run(api);
    expect(server.errors()).toBe("");
  });
});
