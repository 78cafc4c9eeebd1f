import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "oipkit-lint-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const sound = {
  headers: { signature: "X-Sign", timestamp: "X-Time", eventId: "X-Id" },
  signature: {
    algorithm: "hmac-sha256",
    separator: ".",
    prefix: "",
    encoding: "hex",
    content: ["eventId", "timestamp", "body"],
  },
  timestamp: { unit: "seconds", toleranceSeconds: 300 },
  event: { type: "/type" },
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
};

const name = "events.asyncapi.json";

interface Reported {
  readonly findings: readonly { readonly code: string; readonly level: string; readonly pointer?: string }[];
}

/** What both commands say of a document with this protocol: a line for each finding of `lint`, and the output of `generate`. */
async function judge(protocol: unknown, payload: object = { properties: { type: { const: "a" } } }) {
  const document = {
    asyncapi: "3.0.0",
    info: { title: "Events", version: "1" },
    "x-webhook-protocol": protocol,
    components: { messages: { a: { payload: { type: "object", ...payload } } } },
  };
  writeFileSync(join(cwd, name), JSON.stringify(document));
  const linted = await runCommand(cwd, "lint", "--format", "json", name);
  const { findings } = JSON.parse(linted.out) as Reported;
  const generated = await runCommand(cwd, "generate", "--contracts", name, "--out", "generated");
  return {
    lint: findings
      .filter(({ code }) => /^(?:protocol|extension|event)-/.test(code))
      .map(({ level, code, pointer }) => `${level} ${code} ${pointer}`),
    exits: [linted.exitCode, generated.exitCode],
    refusal: generated.out,
  };
}

describe("oipkit lint of a document with `x-webhook-protocol`", () => {
  it("finds nothing if the protocol can be read", async () => {
    expect(await judge(sound)).toMatchObject({ lint: [], exits: [0, 0] });
  });

  it.each([
    ["isn't an object", "none", undefined, "extension-invalid", ""],
    ["lacks a part", { ...sound, signature: undefined }, undefined, "extension-invalid", ""],
    [
      "signs what no header has",
      { ...sound, headers: { signature: "X-Sign", timestamp: "X-Time" } },
      undefined,
      "protocol-incomplete",
      "/signature/content/0",
    ],
    [
      "names a property that no event has",
      { ...sound, event: { type: "/type", id: "/nowhere" } },
      undefined,
      "protocol-pointer-unknown",
      "/event/id",
    ],
  ] as const)("refuses it, as `generate` does, if it %s", async (_, protocol, payload, code, below) => {
    const { lint, exits, refusal } = await judge(protocol, payload);
    expect(lint).toContain(`error ${code} /x-webhook-protocol${below}`);
    expect(exits).toEqual([1, 1]);
    expect(refusal).toContain(code);
  });

  it("refuses messages without the type that the protocol reads, as `generate` does", async () => {
    const { lint, exits, refusal } = await judge(sound, {});
    expect(lint).toEqual(["error event-type-missing /components/messages/a"]);
    expect(exits).toEqual([1, 1]);
    expect(refusal).toContain("event-type-missing");
  });

  it("warns of a weak protocol, as `generate` does", async () => {
    const weak = { ...sound, headers: { signature: "X-Sign" }, timestamp: undefined };
    const { lint, exits } = await judge({ ...weak, signature: { ...sound.signature, content: ["body"] } });
    expect(lint).toEqual(["warning protocol-weak /x-webhook-protocol/signature"]);
    expect(exits).toEqual([0, 0]);
  });
});
