// @needs go
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { receiverSnippet } from "../../../platform/console/app/pages/getting-started/snippets.js";
import { afterThisTest } from "../../support/clean-up.js";
import { secret, snippetCases } from "../../support/platform/console/snippet-cases.js";

const program = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func main() {
	var cases []struct {
		Name    string
		Headers map[string]string
		Body    string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	found := [][]any{}
	for _, each := range cases {
		header := http.Header{}
		for name, value := range each.Headers {
			header.Set(name, value)
		}
		found = append(found, []any{each.Name, isSigned([]byte("${secret}"), header, []byte(each.Body))})
	}
	text, _ := json.Marshal(found)
	fmt.Println(string(text))
}
`;

it("the Console's snippet for Go judges every signature", { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-snippet-"));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
  const { file, code } = receiverSnippet("go", { application: "app_1", environment: "sandbox" });
  await writeFile(join(folder, file), code);
  await writeFile(join(folder, "main.go"), program);
  const cases = snippetCases();
  const env = { ...process.env, CGO_ENABLED: "0" };
  const running = promisify(execFile)("go", ["run", "main.go", file], { cwd: folder, env });
  running.child.stdin?.end(JSON.stringify(cases));
  const { stdout } = await running;
  expect(JSON.parse(stdout)).toEqual(cases.map(({ name, isSigned }) => [name, isSigned]));
});
