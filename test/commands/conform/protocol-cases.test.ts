import { afterEach, describe, expect, it } from "vitest";
import { type Case, runSuite } from "../../../commands/conform/index.js";
import type { ProtocolFacts } from "../../../generator/emit/conformance/protocol/part.js";
import { protocolCases } from "../../../generator/emit/conformance/protocol/protocol-cases.js";
import { createMemoryNonces, toNodeListener } from "../../../runtime/webhook/index.js";
import {
  acmeSuite,
  closeAll,
  deliver,
  makeCase,
  thing,
  untilClosed,
} from "../../support/commands/conform/acme-suite.js";
import { statedRules } from "../../support/commands/conform/stated-rules.js";
import { startReceiver, startServer } from "../../support/commands/conform/subject.js";
import {
  acme,
  acmeReceiver,
  application,
  credentials,
  thingEvent,
  validateAcme,
} from "../../support/runtime/webhook/acme.js";

afterEach(closeAll);

const facts: ProtocolFacts = {
  protocol: acme,
  example: thing,
  event: thingEvent(),
  equal: [],
  isValid: () => true,
  otherContent: [{ set: "/note", to: "changed" }],
  callback: { subject: "acme.call", case: "plain" },
};

const casesFor = (changes: Partial<ProtocolFacts> = {}, written: readonly Case[] = []): readonly Case[] =>
  protocolCases({ ...facts, ...changes }, written, statedRules).cases;
const caseParts = (cases: readonly Case[]): readonly string[] => [
  ...new Set(cases.map(({ id }) => id.split("/")[1] ?? "")),
];

const every = [
  ..."signature timestamp nonce token encryption headers request duplicates binding ordering tests verification callbacks".split(
    " ",
  ),
];

describe("the cases derived from a protocol document", () => {
  it.each([
    ["plaintext", {}],
    ["encrypted", { encryptKey: "sealing-key-8812" }],
  ])("pass the receiver of that protocol, %s", async (_mode, key) => {
    const cases = casesFor();
    expect(caseParts(cases)).toEqual(every);
    const subject = untilClosed(
      await startReceiver({
        protocol: acme,
        validate: validateAcme,
        application,
        credentials: { ...credentials, ...key, secrets: ["current secret", "previous secret"] },
      }),
    );
    const report = await runSuite({ suite: acmeSuite(...cases), ...subject, strict: true });
    expect(report.results.filter(({ result }) => result === "failed")).toEqual([]);
    expect(report.conforms).toBe(true);
    const reasons = new Set(
      report.results.flatMap(({ result, reason }) => (result === "inconclusive" ? [reason] : [])),
    );
    expect([...reasons]).toEqual("encryptKey" in key ? [] : ["needs encryption"]);
  });

  it.each(["timestamp", "nonce", "token", "encryption", "headers", "verification", "callbacks"] as const)(
    "leave out what a protocol without `%s` doesn't have",
    (member) => {
      const { [member]: _absent, ...protocol } = acme;
      const parts = caseParts(casesFor({ protocol }));
      expect(parts).toContain("signature");
      expect(parts).not.toContain(member);
    },
  );

  it("leave out binding, order and tests of a protocol that says nothing of events", () => {
    const { event: _event, ...protocol } = acme;
    const parts = caseParts(casesFor({ protocol }));
    expect(parts.filter((part) => ["binding", "ordering", "tests"].includes(part))).toEqual([]);
  });

  it("fail a receiver that doesn't remember nonces", async () => {
    const now = Date.now;
    const nonces = { ...createMemoryNonces(), reserve: () => true };
    const server = untilClosed(
      await startServer(toNodeListener(acmeReceiver({ now, nonces, onFault: () => {} }).receiver)),
    );
    const suite = acmeSuite(...casesFor());
    const report = await runSuite({ suite, ...credentials, application, url: server.url });
    const failed = report.results.filter(({ result }) => result === "failed").map(({ id }) => id);
    expect([report.conforms, failed]).toEqual([false, ["protocol/nonce/replayed", "protocol/nonce/reused"]]);
  });

  it("leave out the parts that hand-written cases are about", () => {
    const expect202 = { status: ["accepted" as const] };
    const written = [
      makeCase("1/forged", [
        { deliver: deliver({ signature: { secret: "other" } }), expect: { status: [403] } },
      ]),
      makeCase("1/late", [{ deliver: deliver({ timestamp: { offset: -70 } }), expect: { status: [403] } }]),
      makeCase("1/order", [
        { deliver: deliver({ change: [{ set: acme.event.ordering.version, to: 2 }] }), expect: expect202 },
      ]),
      makeCase("1/hello", [{ verify: {}, expect: { status: ["verified"] } }]),
      makeCase("1/nameless", [
        { deliver: deliver({ headers: [{ remove: "Acme-Topic" }] }), expect: { status: [400] } },
      ]),
    ];
    const left = ["signature", "timestamp", "ordering", "verification", "headers"];
    expect(caseParts(casesFor({}, written))).toEqual(every.filter((part) => !left.includes(part)));
  });

  it("change only versions that the schema accepts, and all fields that must be equal", () => {
    expect(caseParts(casesFor({ isValid: () => false }))).not.toContain("ordering");
    const [first] = casesFor({ equal: [["/copy", acme.event.ordering.version]] }).filter(({ id }) =>
      id.startsWith("protocol/ordering/"),
    );
    const changes = first?.steps.map((step) => ("deliver" in step ? step.deliver.change : undefined));
    expect(changes?.[1]).toEqual([
      { set: "/thing/rev", to: 3 },
      { set: "/copy", to: 3 },
    ]);
  });

  it("have unique ids, and a clause that names the place in the document and its cases", () => {
    const { cases, clauses } = protocolCases(facts, [], statedRules);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect(new Set(clauses.map(({ section }) => section))).toEqual(
      new Set(cases.map(({ clause }) => clause)),
    );
    const named = clauses.flatMap(({ positive = [], negative = [] }) => [...positive, ...negative]);
    expect([...named].sort()).toEqual(cases.map(({ id }) => id).sort());
  });
});
