import { describe, expect, it } from "vitest";
import { runSuite, type Send, type Suite } from "../../commands/conform/index.js";
import { loadScheme } from "../support/schemes/load-scheme.js";
import { officialLibraries } from "../support/schemes/official-libraries.js";

const moved = "protocol/signature/moved-timestamp-body";

/** A receiver that verifies a request with the platform's own library, and looks at nothing else. */
async function receiver(scheme: string) {
  const official = officialLibraries.find((each) => each.scheme === scheme);
  if (official === undefined) throw new Error(`there is no library of ${scheme}`);
  const keys = official.newKeys();
  const { files } = await loadScheme(scheme, ["conformance"]);
  const suite = JSON.parse(files.get("conformance/events.json") ?? "") as Suite;
  const { accepted, unauthenticated } = suite.protocol.responses;
  const names = Object.values(suite.protocol.headers);
  const send: Send = async ({ headers, body }) => {
    const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const own = names.flatMap((name): [string, string][] => {
      const value = given.get(name.toLowerCase());
      return value === undefined ? [] : [[name, value]];
    });
    const isGenuine = await official.verify(
      Buffer.from(body).toString("utf8"),
      keys,
      Object.fromEntries(own),
    );
    const status = isGenuine ? accepted : unauthenticated;
    return { status, headers: [], body: new Uint8Array(), firstByteMs: 0, elapsedMs: 0 };
  };
  return { suite, secret: keys.secret, send };
}

describe.each(["sendgrid", "discord"])("a timestamp and a body that nothing separates, of %s", (scheme) => {
  it("may be divided in another way, if the platform doesn't say how a timestamp is checked", async () => {
    const { suite, secret, send } = await receiver(scheme);
    const report = await runSuite({
      suite,
      url: "http://receiver.test/",
      application: { id: "any", environment: "any" },
      verificationToken: "",
      secrets: [secret],
      send,
    });
    const broken = report.results.filter(({ result, level }) => result === "failed" && level === "must");
    expect(broken.map(({ id, reason }) => [id, reason])).toEqual([]);
    expect(report.conforms).toBe(true);
    expect(report.results.find(({ id }) => id === moved)).toMatchObject({
      result: "failed",
      level: "info",
      open: "timestamp/mustRefuse",
    });
  });
});

it("parts with something between them stay a must", async () => {
  const { suite } = await receiver("slack");
  expect(suite.cases.find(({ id }) => id === moved)).toMatchObject({ level: "must" });
});

it.each([
  ["discord", 127],
  ["github", 63],
])(
  "a signature of %s without its last digit, %i, may be the right one in another form",
  async (scheme, count) => {
    const { suite } = await receiver(scheme);
    const cut = suite.batches?.flatMap(({ cases }) => cases).find(({ name }) => name === `only-${count}`);
    expect(cut).toMatchObject({ level: "info", open: "rules/signatureForm" });
  },
);

it("a timestamp in the future is a should of Slack, whose page speaks of both directions, and its library checks one", async () => {
  const { suite, secret, send } = await receiver("slack");
  const report = await runSuite({
    suite,
    url: "http://receiver.test/",
    application: { id: "any", environment: "any" },
    verificationToken: "",
    secrets: [secret],
    only: ["protocol/signature/*", "protocol/timestamp/*", "protocol/near/window/*"],
    send,
  });
  const found = (level: string): readonly string[] =>
    report.results.filter((each) => each.result === "failed" && each.level === level).map(({ id }) => id);
  expect(found("must")).toEqual([]);
  expect(found("should")).toContain("protocol/timestamp/future");
  expect(found("should")).toContain("protocol/near/window/one-day-ahead");
  expect(found("info")).not.toContain("protocol/timestamp/future");
  const malformed = report.results.find(({ id }) => id === "protocol/timestamp/malformed");
  expect(malformed).toMatchObject({ level: "info", open: "timestamp/mustRefuse" });
});
