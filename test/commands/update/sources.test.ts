import { describe, expect, it } from "vitest";
import { api } from "../../support/cli/small-contracts.js";
import { serving, updatedProject } from "../../support/commands/updated-project.js";

describe("the source of a contract", () => {
  it.each([
    ["http://example.com/api.yaml", "http: is refused except on this machine"],
    ["https://user:pass@example.com/api.yaml", "credentials in an address would be committed"],
    ["git+ext::sh -c touch% /tmp/x#main", "isn't the address of a repository"],
    ["git+https://example.com/x.git#--upload-pack=x", "isn't a branch, tag or commit"],
    ["git+https://example.com/x.git#main:../../etc", "leads out of the repository"],
    ["npm:--registry=http://x", "isn't a package"],
    ["npm:@acme/contract@$(id)", "isn't a range of versions or a tag"],
    ["ftp://example.com/api.yaml", "isn't a source of contracts"],
  ])("is refused if it is %s", async (source, reason) => {
    const { update } = updatedProject(source, { "contracts/things.openapi.yaml": api });
    const { exitCode, err } = await update({});
    expect(exitCode).toBe(2);
    expect(err).toContain(reason);
  });

  it.each([
    ["a server that fails", 500, "answered 500"],
    ["a server without the document", 404, "answered 404"],
  ])("is named with what is wrong: %s", async (_case, status, reason) => {
    const url = await serving((__, response) => response.writeHead(status).end());
    const { exitCode, err } = await updatedProject(`${url}/api.yaml`).update({});
    expect(exitCode).toBe(2);
    expect(err).toContain(`${url}/api.yaml: ${reason}`);
  });

  it("is named if nothing answers", async () => {
    const { exitCode, err } = await updatedProject("http://127.0.0.1:9/api.yaml").update({});
    expect(exitCode).toBe(2);
    expect(err).toContain("can't be reached (");
  });

  it("isn't read beyond the limit", async () => {
    const url = await serving((_, response) => {
      const more = (): void => {
        while (response.write("x".repeat(65_536)));
        response.once("drain", more);
      };
      more();
    });
    const { read, write, update } = updatedProject(`${url}/api.yaml`);
    write({ "oipkit.config.yaml": `${read("oipkit.config.yaml")}maxFile: 100000\n` });
    const { exitCode, err } = await update({});
    expect(exitCode).toBe(2);
    expect(err).toContain("is larger than 100000 bytes");
  });
});
