import { beforeAll, describe, expect, it } from "vitest";
import { runSuite, type Send, type Suite } from "../../commands/conform/index.js";
import { loadScheme } from "../support/schemes/load-scheme.js";
import { officialLibraries } from "../support/schemes/official-libraries.js";
import { libraryVerify, platformSample } from "../support/schemes/platform-samples.js";

/** An answer to a challenge: its content type and its body. */
type Form = (challenge: string) => readonly [contentType: string, body: string];

const formType = "application/x-www-form-urlencoded";

describe("a receiver that answers Slack's challenge", () => {
  let suite: Suite;
  beforeAll(async () => {
    const { files } = await loadScheme("slack", ["conformance"]);
    suite = JSON.parse(files.get("conformance/events.json") ?? "") as Suite;
  });

  /** The verification cases that fail with a receiver as in Slack's guide, whose answer has another form. */
  async function failures(form: Form): Promise<readonly string[]> {
    const official = officialLibraries.find(({ scheme }) => scheme === "slack");
    if (official === undefined) throw new Error("there is no library of Slack");
    const keys = official.newKeys();
    const sample = platformSample("slack", libraryVerify(official, keys));
    const send: Send = async (request, ...rest) => {
      const answer = await sample(request, ...rest);
      const { type, challenge } = readJson(request.body);
      if (answer.status !== 200 || type !== "url_verification") return answer;
      const [contentType, body] = form(String(challenge));
      return { ...answer, headers: [["content-type", contentType]], body: Buffer.from(body) };
    };
    const report = await runSuite({
      suite,
      url: "http://receiver.test/",
      application: { id: "any", environment: "any" },
      verificationToken: "",
      secrets: [keys.secret],
      only: ["protocol/verification/challenge*"],
      send,
    });
    expect(report.results).toHaveLength(2);
    return report.results.filter(({ result }) => result === "failed").map(({ id }) => id);
  }

  it.each<[string, Form]>([
    ["plain text", (challenge) => ["text/plain", challenge]],
    ["plain text with the type of a page", (challenge) => ["text/html; charset=utf-8", challenge]],
    ["JSON", (challenge) => ["application/json", JSON.stringify({ challenge })]],
    [
      "indented JSON",
      (challenge) => ["application/json; charset=utf-8", JSON.stringify({ challenge }, null, 2)],
    ],
    ["a form", (challenge) => [formType, new URLSearchParams({ challenge }).toString()]],
    ["a form with %20 for a space", (challenge) => [formType, `challenge=${encodeURIComponent(challenge)}`]],
  ])("in %s is right", async (_name, form) => {
    expect(await failures(form)).toEqual([]);
  });

  it.each<[string, Form]>([
    ["JSON with another property", (challenge) => ["application/json", JSON.stringify({ echo: challenge })]],
    [
      "JSON with further properties",
      (challenge) => ["application/json", JSON.stringify({ challenge, ok: true })],
    ],
    ["JSON that is called plain text", (challenge) => ["text/plain", JSON.stringify({ challenge })]],
    [
      "a form that is called plain text",
      (challenge) => ["text/plain", `challenge=${encodeURIComponent(challenge)}`],
    ],
    ["a text around the challenge", (challenge) => ["text/plain", `The challenge is ${challenge}`]],
    ["nothing", () => ["text/plain", ""]],
  ])("in %s isn't", async (_name, form) => {
    expect(await failures(form)).toContain("protocol/verification/challenge");
  });
});

function readJson(body: Uint8Array): { readonly type?: unknown; readonly challenge?: unknown } {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8")) as object;
  } catch {
    return {};
  }
}
