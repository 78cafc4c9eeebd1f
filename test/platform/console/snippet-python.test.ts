// @needs python3
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { receiverSnippet } from "../../../platform/console/app/pages/getting-started/snippets.js";
import { afterThisTest } from "../../support/clean-up.js";
import { secret, snippetCases } from "../../support/platform/console/snippet-cases.js";

const program = `import json, sys
from email.message import Message
from webhook import is_signed

found = []
for case in json.load(sys.stdin):
    headers = Message()
    for name, value in case["headers"].items():
        headers[name] = value
    found.append([case["name"], is_signed("${secret}", headers, case["body"].encode())])
print(json.dumps(found))
`;

it("the Console's snippet for Python judges every signature, and raises nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-snippet-"));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
  const { file, code } = receiverSnippet("python", { application: "app_1", environment: "sandbox" });
  await writeFile(join(folder, file), code);
  await writeFile(join(folder, "run.py"), program);
  const cases = snippetCases();
  const running = promisify(execFile)("python3", ["run.py"], { cwd: folder });
  running.child.stdin?.end(JSON.stringify(cases));
  const { stdout } = await running;
  expect(JSON.parse(stdout)).toEqual(cases.map(({ name, isSigned }) => [name, isSigned]));
});
