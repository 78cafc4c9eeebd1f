// @needs own-process
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../../../support/cli/small-contracts.js";
import { startedCommand } from "../../../support/cli/started-command.js";
import { root } from "../../../support/generator/emit/contract-folder.js";

const page = readFileSync(join(root, "docs/reference/conform-api-servers.md"), "utf8");
const readme = readFileSync(join(root, "README.md"), "utf8");
const session = page
  .split("```console\n")
  .slice(1)
  .map((part) => part.split("```", 1)[0] ?? "");

/** The arguments of a command line of the page. */
function args(line: string | undefined): readonly string[] {
  expect(line).toMatch(/^npx oipkit /);
  return (line ?? "").split(" ").slice(2);
}

/** What a command prints, without what differs from run to run: the port, and the ISBN that nobody issued. */
function settled(text: string): string {
  return text.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080").replace(/\b\d{13}\b/g, "9780262533058");
}

it("leads from the README's contract to the finding that the page shows", async () => {
  const cwd = await project({});
  writeFileSync(join(cwd, "shelf.yaml"), readme.split("```yaml\n")[1]?.split("```", 1)[0] ?? "");
  const [serving = "", asking = ""] = session;
  const mock = startedCommand({ cwd }, ...args(serving.trim()).map((each) => each.replace("8080", "0")));
  const [, port = ""] = await mock.until(/127\.0\.0\.1:(\d+)/);
  const [command, ...shown] = asking.trim().split("\n");
  const suite = startedCommand({ cwd }, ...args(command).map((each) => each.replace("8080", port)));
  expect(await suite.ended).toBe(1);
  const printed = settled(suite.out());
  for (const part of settled(shown.join("\n")).split("\n…\n")) expect(printed).toContain(part);
});
