import { createHmac } from "node:crypto";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../../commands/conform/index.js";
import { runWith } from "../../../support/cli/receiver-under-test.js";
import type { CommandResult } from "../../../support/cli/run-command.js";
import { project } from "../../../support/cli/small-contracts.js";
import { notesContract, notesKey, startNotes } from "../../../support/commands/conform/api/notes-server.js";
import { root } from "../../../support/generator/emit/contract-folder.js";

const cwd = await project({ "notes.yaml": notesContract, "package.json": `{ "type": "module" }` });
symlinkSync(join(root, "node_modules"), join(cwd, "node_modules"));
const conform = (url: string, ...args: readonly string[]): Promise<CommandResult> =>
  runWith(
    { cwd },
    ...["conform", "notes.yaml", "--api", url, "--seed", "3", "--header", "X-Tenant: acme"],
    ...["--auth", `query:api_key=${notesKey}`, ...args],
  );
/** The example of the documentation. */
const documented = (): string => {
  const page = readFileSync(join(root, "docs/reference/conform-api.md"), "utf8");
  const programs = page.split("```ts\n").map((part) => part.split("```", 1)[0] ?? "");
  return programs.find((program) => program.startsWith("import") && program.includes("defineApiHooks")) ?? "";
};

describe("--hooks", () => {
  it("signs each request, as in the documentation; reports don't show the signature", async () => {
    writeFileSync(join(cwd, "hooks.ts"), documented());
    // Without SIGNING_KEY, the key is empty.
    const demands = ({ headers }: { readonly headers: object }, body: string): boolean =>
      Object.entries(headers).some(
        ([name, value]) =>
          name === "x-signature" && value === createHmac("sha256", "").update(body).digest("hex"),
      );
    const { url } = await startNotes({ demands, longest: 25 });
    const unsigned = await conform(url);
    expect(unsigned.out).toContain("no operation was reached with a success");
    const formats = ["--format", "json", "-o", "signed.json"];
    const { exitCode, err } = await conform(url, "--hooks", "hooks.ts", ...formats);
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringContaining("1 clause is broken") });
    const report = JSON.parse(readFileSync(join(cwd, "signed.json"), "utf8")) as Report;
    const failed = report.results.filter(({ result, level }) => result === "failed" && level === "must");
    expect(failed.map(({ id }) => id)).toEqual(["refused/addNote/body/text/maxLength"]);
    expect(failed[0]).toMatchObject({
      rerun: expect.stringContaining(" --header 'x-tenant: acme' --hooks hooks.ts --seed 3 --only "),
    });
    const headers = failed[0]?.exchanges.at(-1)?.request.headers;
    expect(headers).toContainEqual(["x-signature", "(set by beforeRequest)"]);
  });

  it("gives values of members, and says which operation makes items", async () => {
    const { url, notes } = await startNotes();
    writeFileSync(
      join(cwd, "values.js"),
      `export default {
        values: { addNote: { "/text": (made) => \`x\${made}\`.slice(0, 20), "X-Tenant": "acme" } },
        producers: { id: { operation: "addNote", member: "id" } },
      };\n`,
    );
    const only = ["--only", "created-readable/*", "--only", "put-twice/*"];
    const { exitCode } = await conform(url, "--hooks", "values.js", ...only);
    expect(exitCode).toBe(0);
    expect([...notes.values()].every((text) => text.startsWith("x"))).toBe(true);
    expect(notes.size).toBeGreaterThan(0);
  });

  it.each([
    [
      "export default { beforeRequest() { throw new TypeError('no key') } }",
      "beforeRequest failed for addNote (TypeError: no key)",
    ],
    [
      "export default { beforeRequest: () => ({ header: {} }) }",
      "beforeRequest must return `{ headers, query, body }`, but it returned a member `header`",
    ],
    [
      "export default { values: { addNotes: {} } }",
      "the hook values names something unknown: there is no operation `addNotes`",
    ],
    ["export default { values: { addNote: { colour: 1 } } }", "the hook values has `colour` for addNote"],
    [
      "export default { values: { addNote: { '/text': 5 } } }",
      "the hook values has a value for addNote /text that the contract doesn't allow",
    ],
    [
      "export default { producers: { book: { operation: 'addNote' } } }",
      "the hook producers names something unknown: there is no path parameter `book`",
    ],
    ["export default { beforeRequests() {} }", "broken.js: there is no hook `beforeRequests`"],
    ["export const hooks = 1;", "broken.js: must have a default export with the hooks"],
    ["export default 1", "broken.js: the default export must be an object"],
    ["const", "broken.js: cannot load the module"],
  ])("says what is wrong with %s, as a fault of the hooks", async (text, message) => {
    writeFileSync(join(cwd, "broken.js"), `${text}\n`);
    const { url } = await startNotes();
    const { exitCode, err } = await conform(url, "--hooks", "broken.js");
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringContaining(message) });
  });
});
