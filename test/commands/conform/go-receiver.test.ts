// @needs go
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exampleReceiver, receiverSuite } from "../../support/commands/conform/receiver-suite.js";
import { run } from "../../support/services/program.js";

const source = exampleReceiver("go");
const folder = mkdtempSync(join(tmpdir(), "oipkit-go-"));
const receiver = join(folder, "receiver");
// Without cgo, no C compiler is needed.
const env = { ...process.env, CGO_ENABLED: "0", GOFLAGS: "-mod=mod" };

beforeAll(() => run("go", ["build", "-o", receiver, "."], { env, cwd: source }), 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("passes its own tests and `go vet`, and is formatted", async () => {
  await run("go", ["vet", "./..."], { env, cwd: source });
  await run("go", ["test", "./..."], { env, cwd: source });
  expect(spawnSync("gofmt", ["-l", source], { encoding: "utf8" })).toMatchObject({ status: 0, stdout: "" });
}, 180_000);

receiverSuite("Go", [receiver], ["plaintext"]);
