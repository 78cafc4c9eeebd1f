import { beforeAll, describe, expect, it } from "vitest";
import { type Report, runSuite, type Send, type Suite } from "../../commands/conform/index.js";
import { loadScheme } from "../support/schemes/load-scheme.js";
import { officialLibraries } from "../support/schemes/official-libraries.js";
import { carelessVerifiers, libraryVerify, platformSample } from "../support/schemes/platform-samples.js";

/** HTTP messages are of no platform; receivers of them are in `http-message-signatures.test.ts`. */
const platforms = officialLibraries.filter(({ scheme }) => scheme !== "http-message-signatures");

describe.each(platforms)("a receiver as $scheme's guides show it", (official) => {
  const { scheme } = official;
  const keys = official.newKeys();
  let suite: Suite;
  beforeAll(async () => {
    const { files } = await loadScheme(scheme, ["conformance"]);
    suite = JSON.parse(files.get("conformance/events.json") ?? "") as Suite;
  });
  const run = (send: Send): Promise<Report> =>
    runSuite({
      suite,
      url: "http://receiver.test/",
      application: { id: "any", environment: "any" },
      verificationToken: "",
      secrets: [keys.secret],
      send,
    });
  const broken = ({ results }: Report): readonly unknown[] =>
    results
      .filter(({ result, level }) => result === "failed" && level === "must")
      .map(({ id, reason }) => [id, reason]);

  it("conforms, on the platform's own library", async () => {
    const report = await run(platformSample(scheme, libraryVerify(official, keys)));
    expect(broken(report)).toEqual([]);
    expect(report.conforms).toBe(true);
    expect(report.counts.passed).toBeGreaterThan(50);
  });

  it("doesn't conform with a careless verification", async () => {
    const right = libraryVerify(official, keys);
    const undetected: string[] = [];
    for (const [name, verify] of carelessVerifiers(scheme, right, keys.secret)) {
      const report = await run(platformSample(scheme, verify));
      if (report.conforms || broken(report).length === 0) undetected.push(name);
    }
    expect(undetected).toEqual([]);
  });
});
