import { beforeAll, describe, expect, it } from "vitest";
import { type Case, expandCases, type Suite } from "../../../../commands/conform/index.js";
import { contractFolder, generateFrom } from "../../../support/generator/emit/contract-folder.js";
import { smallContract } from "../../../support/schemes/small-contract.js";

/** A protocol with a part for each rule; it states no rule itself. */
const silent = {
  headers: { deliveryId: "X-Delivery", timestamp: "X-Time", nonce: "X-Nonce", signature: "X-Sign" },
  signature: {
    algorithm: "hmac-sha256",
    content: ["timestamp", "nonce", "body"],
    separator: ".",
    prefix: "v1=",
    encoding: "hex",
  },
  timestamp: { unit: "seconds", toleranceSeconds: 300 },
  nonce: { retentionSeconds: 600 },
  event: { id: "/id", type: "/type" },
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
  verification: {
    status: 200,
    timeoutSeconds: 5,
    maxResponseBytes: 300,
    typeProperty: "type",
    typeValue: "hello",
    challengeProperty: "challenge",
  },
};

const source = (rule: string) => ({
  url: `https://platform.example/docs/${rule}`,
  says: `The platform demands ${rule}.`,
});

const names = ["unknownEvents", "duplicates", "replay", "signatureForm", "timeouts", "verification"] as const;
type Name = (typeof names)[number];

const rule = (name: Name, level?: string): object => ({
  ...(name === "unknownEvents" && { answer: "refused" }),
  ...(level !== undefined && { level }),
  source: source(name),
});
const rules = (stated: readonly Name[], level?: string): object =>
  Object.fromEntries(stated.map((name) => [name, rule(name, level)]));

async function generatedSuite(protocol: object): Promise<Suite> {
  const folder = await contractFolder({ "events.asyncapi.yaml": smallContract(protocol) });
  const files = await generateFrom([folder], { only: ["conformance"] });
  return JSON.parse(files.get("conformance/events.json") ?? "") as Suite;
}
const generatedCases = async (protocol: object): Promise<ReadonlyMap<string, Case>> =>
  new Map(expandCases(await generatedSuite(protocol)).map((each) => [each.id, each]));

const openPlaces = (cases: ReadonlyMap<string, Case>) =>
  new Set([...cases.values()].flatMap(({ open }) => open ?? []));

let unstated: ReadonlyMap<string, Case>;
let stated: ReadonlyMap<string, Case>;
beforeAll(async () => {
  unstated = await generatedCases(silent);
  stated = await generatedCases({ ...silent, rules: rules(names) });
});

describe("a contract without rules", () => {
  it("leaves each of them open: its cases are info, and say which one", () => {
    expect(openPlaces(unstated)).toEqual(new Set(names.map((name) => `rules/${name}`)));
    for (const { id, open, level } of unstated.values())
      if (open !== undefined) expect(level, id).toBe("info");
  });

  it("demands nothing but signature, window, answers and schemas", () => {
    const demanded = new Set(
      [...unstated.values()]
        .filter(({ level }) => level === "must")
        .map(({ id }) =>
          id
            .split("/")
            .slice(0, id.startsWith("protocol/near/") ? 3 : 2)
            .join("/"),
        ),
    );
    expect([...demanded].sort()).toEqual([
      "/note.asked",
      "/note.made",
      "protocol/headers",
      "protocol/near/altered-body",
      "protocol/near/altered-header",
      "protocol/near/duplicate",
      "protocol/near/encoded-body",
      "protocol/near/json",
      "protocol/near/json-form",
      "protocol/near/recorded",
      "protocol/near/respelled-nonce",
      "protocol/near/signature-content",
      "protocol/near/signature-text",
      "protocol/near/stored-additions",
      "protocol/near/timestamp",
      "protocol/near/window",
      "protocol/request",
      "protocol/signature",
      "protocol/timestamp",
    ]);
  });

  it("has the same cases as one with all rules", () => {
    const timed = [...unstated.keys()].filter((id) => !stated.has(id));
    expect(timed.map((id) => unstated.get(id)?.open)).toEqual(timed.map(() => "rules/timeouts"));
    expect([...stated.keys()].filter((id) => !unstated.has(id))).toEqual([]);
  });
});

describe("a contract with all rules", () => {
  it("leaves none open, and demands what they say", () => {
    expect(openPlaces(stated)).toEqual(new Set());
    for (const name of names.filter((each) => each !== "timeouts")) {
      const about = [...unstated.values()].filter(({ open }) => open === `rules/${name}`);
      const levels = new Set(about.map(({ id }) => stated.get(id)?.level));
      expect(levels, name).toContain("must");
    }
  });

  it("shows where the platform says so", async () => {
    const { clauses = [] } = await generatedSuite({ ...silent, rules: rules(names) });
    const text = clauses.map((each) => each.text).join("\n");
    for (const name of names.filter((each) => each !== "timeouts" && each !== "unknownEvents"))
      expect(text, name).toContain(`The platform demands ${name}. (https://platform.example/docs/${name})`);
  });
});

describe.each(names)("a contract with the rule %s alone", (name) => {
  it("leaves all others open", async () => {
    const cases = await generatedCases({ ...silent, rules: rules([name]) });
    expect(openPlaces(cases)).toEqual(
      new Set(names.filter((each) => each !== name).map((each) => `rules/${each}`)),
    );
  });

  it("demands nothing of it that it only recommends", async () => {
    const cases = await generatedCases({ ...silent, rules: rules([name], "should") });
    const about = [...unstated.values()].filter(({ open }) => open === `rules/${name}`);
    for (const { id } of about) expect(cases.get(id)?.level ?? "should", id).not.toBe("must");
    const others = [...unstated.values()].filter(
      ({ open }) => open !== `rules/${name}` && open !== undefined,
    );
    for (const { id } of others) expect(cases.get(id)?.level, id).toBe("info");
  });
});

describe("what a contract leaves open in other members", () => {
  it("is a time on the side of the window that needn't be refused", async () => {
    const timestamp = { ...silent.timestamp, mustRefuse: ["past"], source: source("window") };
    const cases = await generatedCases({ ...silent, timestamp, rules: rules(names) });
    expect(openPlaces(cases)).toEqual(new Set(["timestamp/mustRefuse"]));
    for (const { id, steps, open, level } of cases.values()) {
      const [step] = steps;
      if (steps.length !== 1 || step === undefined || !("deliver" in step)) continue;
      const { timestamp: sent, signature } = step.deliver;
      if (sent?.offset === undefined || signature !== undefined || step.expect.status[0] === "accepted")
        continue;
      if (level === "info" && open === undefined) continue;
      expect([open, level], id).toEqual(
        sent.offset > 0 ? ["timestamp/mustRefuse", "info"] : [undefined, "must"],
      );
    }
  });

  it("is a refusal of content, if the platform has no status for that", async () => {
    const responses = { ...silent.responses, unprocessable: "unspecified", source: source("answers") };
    const others = names.filter((name) => name !== "unknownEvents");
    const cases = await generatedCases({ ...silent, responses, rules: rules(others) });
    expect(openPlaces(cases)).toEqual(new Set(["responses/unprocessable", "rules/unknownEvents"]));
    const musts = [...cases.values()].filter(({ level }) => level === "must");
    const content = musts.filter(({ steps }) =>
      steps.some((step) => "expect" in step && step.expect.status.every((each) => each === "unprocessable")),
    );
    expect(content.map(({ id }) => id)).toEqual([]);
  });

  it("isn't an unknown event that the platform wants acknowledged", async () => {
    const accepted = { answer: "accepted", source: source("unknownEvents") };
    const cases = await generatedCases({ ...silent, rules: { ...rules(names), unknownEvents: accepted } });
    const about = [...unstated.values()].filter(({ open }) => open === "rules/unknownEvents");
    expect(about.length).toBeGreaterThan(0);
    for (const { id } of about) {
      const step = cases.get(id)?.steps.at(-1);
      expect(step !== undefined && "expect" in step && step.expect.status, id).toEqual(["accepted"]);
    }
  });
});
