import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseApiChoices, readApiChoices } from "../../../../platform/sandbox/data/api-choices.js";

const file = fileURLToPath(new URL("../../../../contracts/sandbox/api.yaml", import.meta.url));
const text = readFileSync(file, "utf8");

test.each([
  ["a missing denial", text.replace(/^ {2}token-missing:.*\n/m, ""), /api\.yaml:11:\d+: .*token-missing/s],
  [
    "an unknown denial",
    text.replace("  token-missing:", "  no-such: { status: 400, message: x }\n  token-missing:"),
    /no-such/,
  ],
  ["a status that denies nothing", text.replace("status: 404", "status: 200"), /api\.yaml:11:\d+: .*400/],
  [
    "another header name",
    text.replace("X-Sandbox-Request-Id", "X Request"),
    /api\.yaml:4:\d+: .*pattern|match/,
  ],
  ["a file of something else", "a: 1", /api\.yaml:1:1: /],
  ["no YAML", "a: [", /api\.yaml:1:\d+: /],
])("%s is an error with its place", (_, changed, message) => {
  expect(() => parseApiChoices({ file: "api.yaml", text: changed })).toThrow(message);
});

test("a file that isn't there is an error that names it", () => {
  expect(() => readApiChoices(`${file}.none`)).toThrow(/api\.yaml\.none: The file can't be read\./);
});
