import { describe, expect, it } from "vitest";
import { runSuite, type Send, type Suite } from "../../commands/conform/index.js";
import { loadScheme } from "../support/schemes/load-scheme.js";
import { officialLibraries } from "../support/schemes/official-libraries.js";
import { libraryVerify, platformSample } from "../support/schemes/platform-samples.js";

type Body = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** What a receiver reads of each request, though no signature or schema needs it. It throws if it isn't there. */
type Read = (body: Body, header: (name: string) => string | undefined) => string;

/** Parts of every request of a platform that receivers in use depend on. */
const reads: readonly (readonly [scheme: string, what: string, read: Read])[] = [
  ["github", "the repository", ({ repository }) => needed(repository?.full_name)],
  ["github", "the sender", ({ sender }) => needed(sender?.login)],
  [
    "github",
    "the user agent",
    (_, header) => needed(/^GitHub-Hookshot\//.exec(header("user-agent") ?? "")?.[0]),
  ],
  ["shopify", "the shop", (_, header) => needed(header("x-shopify-shop-domain"))],
  ["shopify", "the version of the API", (_, header) => needed(header("x-shopify-api-version"))],
  ["slack", "the app", ({ api_app_id: app }) => needed(app)],
  [
    "slack",
    "the item of a reaction, or the time of a message",
    ({ event }) => needed(event?.item ?? event?.ts),
  ],
];

function needed(value: unknown): string {
  if (value === undefined) throw new TypeError("missing");
  return JSON.stringify(value);
}

describe.each(reads)("a receiver of %s that reads %s", (scheme, _what, read) => {
  it("gets it in each delivery, and conforms", async () => {
    const official = officialLibraries.find((each) => each.scheme === scheme);
    if (official === undefined) throw new Error(`there is no library of ${scheme}`);
    const keys = official.newKeys();
    const { files } = await loadScheme(scheme, ["conformance"]);
    const sample = platformSample(scheme, libraryVerify(official, keys));
    const send: Send = async (request, ...rest) => {
      const answer = await sample(request, ...rest);
      if (answer.status !== 200 || isVerification(request.body)) return answer;
      const given = new Map(request.headers.map(([name, value]) => [name.toLowerCase(), value]));
      try {
        read(JSON.parse(Buffer.from(request.body).toString("utf8")) as Body, (name) => given.get(name));
        return answer;
      } catch {
        return { ...answer, status: 500 };
      }
    };
    const report = await runSuite({
      suite: JSON.parse(files.get("conformance/events.json") ?? "") as Suite,
      url: "http://receiver.test/",
      application: { id: "any", environment: "any" },
      verificationToken: "",
      secrets: [keys.secret],
      send,
    });
    const broken = report.results.filter(({ result, level }) => result === "failed" && level === "must");
    expect(broken.map(({ id, reason }) => [id, reason])).toEqual([]);
    expect(report.conforms).toBe(true);
  });
});

function isVerification(body: Uint8Array): boolean {
  return Buffer.from(body).includes("url_verification");
}
