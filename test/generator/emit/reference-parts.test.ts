import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { processingSteps } from "../../../generator/emit/reference/processing.js";
import { protocolParts } from "../../../generator/emit/reference/protocol-parts.js";
import type { Protocol } from "../../../runtime/webhook/index.js";
import { acme } from "../../support/runtime/webhook/acme.js";

const partTexts = (protocol: Protocol): [string, string][] =>
  protocolParts(protocol).map(({ title, text }) => [String(title), String(text)]);
const verificationText = (verification: Protocol["verification"]): string =>
  new Map(partTexts({ ...acme, ...(verification && { verification }) })).get("Connection verification") ?? "";
const stepsText = (protocol: Protocol): string =>
  processingSteps(protocol)
    .map(({ check, answer }) => `${check} → ${answer}`)
    .join("\n");

describe("what the reference says beside the steps", () => {
  it("covers order, tests, callbacks and verification with the protocol's names and statuses", () => {
    const parts = new Map(partTexts(acme));
    expect([...parts.keys()]).toEqual([
      "Order of events",
      "Test events",
      "Callbacks",
      "Connection verification",
    ]);
    expect(parts.get("Order of events")).toMatch(/\(`\/thing\/rev`\), for each resource \(`\/thing\/id`\)/);
    expect(parts.get("Test events")).toMatch(/begins with `drill-`, whatever `Acme-Drill` says/);
    expect(parts.get("Callbacks")).toMatch(/`acme\.call` .* within `5` seconds, or `500`/);
  });

  it("says where the time of an event is, and that it isn't checked", () => {
    const timed = { ...acme, event: { ...acme.event, time: { unit: "iso8601", pointer: "/at" } } } as const;
    expect(new Map(partTexts(timed)).get("Time of events")).toMatch(
      /^`\/at` says .* offset \(RFC 3339\)\). It isn't/,
    );
    const headers = { ...acme.headers, eventTime: "Acme-At" };
    const inHeader = { ...acme, headers, event: { ...acme.event, time: { unit: "seconds" } } } as const;
    expect(new Map(partTexts(inHeader)).get("Time of events")).toMatch(
      /^`Acme-At` says .*`seconds` since 1970/,
    );
  });

  it("has nothing about parts that a protocol lacks", () => {
    const { verification: _, callbacks: __, event, ...rest } = acme;
    const { ordering: ___, testIdPrefix: ____, binding: _____, ...plain } = event;
    expect(partTexts({ ...rest, event: plain })).toEqual([]);
    expect(stepsText({ ...rest, event: plain })).not.toMatch(/configuration|Test events/);
  });
});

describe("a connection verification in the reference", () => {
  const answer = { status: 200, timeoutSeconds: 1, maxResponseBytes: 10 } as const;

  it("is told by its header", () => {
    expect(verificationText(acme.verification)).toBe(
      "A request verifies the connection if its header `Acme-Hello` is `hello`, even if it has a signature, too; none of the steps above apply. It is never encrypted. " +
        'Its content: `kind` in its body is `"hello"`; `echo` is the challenge, a string; `ticket` is a string that belongs to this verification alone. ' +
        "Answer `203` within `2` seconds with the challenge, unchanged, in a JSON object with `echo` alone, at most `100` bytes; if the request is malformed or the answer would be longer, `400`. Neither store nor log anything of it.",
    );
  });

  it("is told by its method and query", () => {
    const text = verificationText({
      ...answer,
      method: "GET",
      challengeQuery: "crc",
      answer: { kind: "text" },
    });
    expect(text).toMatch(
      /^A `GET` request verifies the connection\. Its content: the parameter `crc` of its/,
    );
    expect(text).toContain("within `1` second with the challenge, unchanged, as plain text");
  });

  it("is told by its body, signed or not", () => {
    const typed = { ...answer, typeProperty: "type", typeValue: 1, answer: { kind: "empty" } } as const;
    expect(verificationText(typed)).toMatch(
      /^A request without `Acme-Sign` verifies the connection if `type` in its body is `1`\./,
    );
    const signed = verificationText({ ...typed, signed: true });
    expect(signed).toMatch(/^A request that passes all steps up to the parsing of its body/);
    expect(signed).not.toContain("never encrypted");
    expect(signed).toContain("with an empty body");
  });

  it("may be answered in several forms", () => {
    const text = verificationText({
      ...answer,
      typeProperty: "type",
      typeValue: 1,
      challengeProperty: "echo",
      answer: { kind: "text" },
      allowedAnswers: [
        { kind: "form", property: "echo" },
        { kind: "json", property: "echo" },
      ],
    });
    expect(text).toContain(
      "with the challenge, unchanged, as plain text, or the challenge, unchanged, in a form (`application/x-www-form-urlencoded`) with `echo` alone, or the challenge, unchanged, in a JSON object with `echo` alone, at most",
    );
  });

  it("may have a fixed answer", () => {
    const fixed = { kind: "fixed", json: { ok: true } } as const;
    expect(verificationText({ ...answer, typeProperty: "type", answer: fixed })).toContain(
      'with the body `{"ok":true}`',
    );
  });
});

describe("the steps of the reference", () => {
  it("say what other content under a known id gets", () => {
    expect(stepsText(acme)).toMatch(
      /same content .* → `400` if another content is stored, `500` if the storage fails/,
    );
    const retry = stepsText({ ...acme, event: { ...acme.event, changedContent: "retry" } });
    expect(retry).toMatch(/succeeds, too, whatever its content\. → `500`/);
  });

  it("say what is required of the binding beyond the schema, and of whom", () => {
    expect(stepsText(acme)).toMatch(
      /application \(`\/owner\/app`\).* must be in the event, even if its schema doesn't require it.* Test events, .*`drill-`, and events of which only some/,
    );
  });

  it("say what the key of a signature is", () => {
    expect(stepsText(acme)).toContain("Its key is the secret in UTF-8;");
    const key = { prefix: "whsec_", encoding: "base64" } as const;
    expect(stepsText({ ...acme, signature: { ...acme.signature, key } })).toContain(
      "Its key is the secret decoded from base64 after `whsec_`;",
    );
    expect(stepsText({ ...acme, signature: { ...acme.signature, algorithm: "ed25519" } })).toContain(
      "Each public key that the receiver holds",
    );
  });

  it("keep a nonce until its timestamp is refused", () => {
    expect(stepsText(acme)).toContain("for at least `90` seconds, and until the timestamp is too old");
    const { timestamp: _, ...timeless } = acme;
    expect(stepsText(timeless)).toContain("for at least `90` seconds. It stays reserved even if");
  });
});

describe("the platform's pages", () => {
  const page = (name: string): string =>
    readFileSync(new URL(`../../../generated/reference/${name}.md`, import.meta.url), "utf8");

  it("name the body and the headers of requests and answers", () => {
    const receiver = page("receiver");
    expect(receiver).toContain("| `200` |  | `application/json`: `ChallengeAnswer` |");
    expect(receiver).toContain('| `405` | `Allow`: `"POST"` | Answer');
    expect(receiver).toContain("| `application/json` | `DeliveredEvent \\| EncryptedBody` |");
    expect(receiver).toContain('| `X-SVC-Webhook-Verification` | header | `"url_verification"` | yes |');
  });

  it("describe the schemas that only an API has", () => {
    expect(page("probe")).toMatch(
      /### ProbeInboxRecord\n[^#]*\| `correlation_id` \| `string \\\| null` \| yes \|/,
    );
    expect(page("probe")).toContain("| `200` | `application/json`: `ProbeInbox` |");
  });

  it("list the rules of an event and those of its parts", () => {
    const [, section = ""] = page("events").split("## `oem.subscription.renewed.v1`");
    expect(section.slice(0, section.indexOf("\n## "))).toContain(
      "- `resource_version` must equal `data.resource_version`\n- In `data`: `current_period_end` must be later than `current_period_start`\n",
    );
  });

  it("say which objects are closed", () => {
    const [, section = ""] = page("schemas").split("## ChallengeAnswer");
    expect(section.slice(0, section.indexOf("\n## "))).toContain("No other properties.");
    expect(page("schemas").match(/No other properties\./g)).toHaveLength(3);
  });
});
