import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Report, runSuite, type Send, type Suite } from "../../commands/conform/index.js";
import { loadScheme } from "../support/schemes/load-scheme.js";
import { officialLibraries } from "../support/schemes/official-libraries.js";
import { libraryVerify, platformSample, type Verify } from "../support/schemes/platform-samples.js";

/** Runs a scheme's suite as a user would who has no probe. */
async function run(scheme: string, secret: string, send: Send): Promise<Report> {
  const { files } = await loadScheme(scheme, ["conformance"]);
  const suite = JSON.parse(files.get("conformance/events.json") ?? "") as Suite;
  return runSuite({
    suite,
    url: "http://receiver.test/",
    application: { id: "any", environment: "any" },
    verificationToken: "",
    secrets: [secret],
    send,
  });
}

const brokenMusts = ({ results }: Report): readonly string[] =>
  results.filter(({ result, level }) => result === "failed" && level === "must").map(({ id }) => id);

function shown({ results }: Report, name: string): unknown {
  const { result, level, open, refused } = results.find(({ id }) => id.endsWith(`/${name}`)) ?? {};
  return { result, level, ...(open !== undefined && { open }), ...(refused === true && { refused }) };
}

const secret = `whsec_${Buffer.from("the secret of these receivers").toString("base64")}`;

/** A verification of Standard Webhooks by hand; `isTime` judges the timestamp. */
function byHand(isTime: (text: string) => boolean): Verify {
  return (body, headers) => {
    const time = headers["webhook-timestamp"] ?? "";
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const content = `${headers["webhook-id"]}.${time}.${body}`;
    const digits = createHmac("sha256", key).update(content).digest("base64");
    const given = (headers["webhook-signature"] ?? "").split(" ").map((each) => each.split(",")[1]);
    return given.includes(digits) && isTime(time);
  };
}

const isNear = (seconds: number): boolean => Math.abs(Date.now() / 1000 - seconds) <= 300;

describe("the suite of a scheme, against receivers as others write them", () => {
  it("accepts one on a library of Stripe that reads events as types of one API version", async () => {
    const official = officialLibraries.find(({ scheme }) => scheme === "stripe");
    if (official === undefined) throw new Error("there is no library of Stripe");
    const keys = official.newKeys();
    const verified = libraryVerify(official, keys);
    const typed: Verify = async (body, headers) => {
      if (!(await verified(body, headers))) return false;
      const event = JSON.parse(body) as { api_version?: string; data?: { object?: object } };
      return event.api_version === "2026-07-29.dahlia" && typeof event.data?.object === "object";
    };
    const report = await run("stripe", keys.secret, platformSample("stripe", typed));
    expect(brokenMusts(report)).toEqual([]);
    expect(shown(report, "duplicates/changed-content")).toEqual({ result: "passed", level: "should" });
    expect(report.conforms).toBe(true);
  });

  it("leaves open whether a signed time in another form and another version are refused", async () => {
    const lenient = byHand((text) => isNear(Number(text)));
    const report = await run("standard-webhooks", secret, platformSample("standard-webhooks", lenient));
    const noted = { result: "failed", level: "info", open: "rules/signatureForm" };
    expect(shown(report, "timestamp/fraction-zero")).toEqual(noted);
    expect(shown(report, "signature-text/text-swapped")).toEqual(noted);
    expect(brokenMusts(report)).toEqual([]);
    expect(report.conforms).toBe(true);
  });

  it("refuses one that takes a text for a time because it is no number", async () => {
    const careless = byHand((text) => !(Math.abs(Date.now() / 1000 - Number.parseInt(text, 10)) > 300));
    const report = await run("standard-webhooks", secret, platformSample("standard-webhooks", careless));
    expect(shown(report, "timestamp/not-a-number")).toEqual({ result: "failed", level: "must" });
    expect(report.conforms).toBe(false);
  });

  it("says which texts make one throw where it should refuse", async () => {
    const right = byHand((text) => /^\d+$/.test(text) && isNear(Number(text)));
    const throwing: Verify = (body, headers) => {
      const { "webhook-signature": signature = "" } = headers;
      if (/[^ -~]/.test(signature) || body.includes("\ufffd")) throw new TypeError("not text");
      return right(body, headers);
    };
    const report = await run("standard-webhooks", secret, platformSample("standard-webhooks", throwing));
    const crash = { result: "failed", level: "should", refused: true };
    expect(shown(report, "signature-text/beyond-ascii")).toEqual(crash);
    expect(shown(report, "altered-body/followed-by-byte")).toEqual(crash);
    const fields: Verify = (_, headers) => {
      const parts = (headers["Stripe-Signature"] ?? "").split(",").map((each) => each.split("="));
      return parts.every(([, value]) => (value as string).length > 0) && false;
    };
    const other = await run("stripe", secret, platformSample("stripe", fields));
    expect(shown(other, "signature-text/field-without-value")).toEqual(crash);
  });
});
