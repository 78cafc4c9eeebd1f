import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deliveryDiagram, stateDiagram } from "../../../generator/emit/reference/events.js";
import { processingSteps } from "../../../generator/emit/reference/processing.js";
import { mermaidText } from "../../../reader/text/code/markdown.js";
import { acme } from "../../support/runtime/webhook/acme.js";

const page = (name: string): string =>
  readFileSync(new URL(`../../../generated/reference/${name}.md`, import.meta.url), "utf8");

describe("the processing order in the reference", () => {
  const steps = processingSteps(acme).map(({ check, answer }) => `${check} → ${answer}`);

  it("has the protocol's own names, limits and statuses", () => {
    const all = steps.join("\n");
    for (const header of ["deliveryId", "eventId", "eventType", "timestamp", "nonce", "signature"] as const)
      expect(all).toContain(`\`${acme.headers[header]}\``);
    expect(all).toContain(`at most \`${acme.timestamp.toleranceSeconds}\` seconds`);
    expect(steps.at(-1)).toBe(
      `Answer once the event is committed; do all other work later. → \`${acme.responses.accepted}\`, with an empty body`,
    );
  });

  it("checks time, nonce, signature, body, token, schema and binding before it stores the event", () => {
    const order = [/Require/, /Require/, /since 1970/, /Reserve/, /Compare it in constant/, /Parse the body/];
    const rest = [
      /verification token/,
      /schema/,
      /equals/,
      /configuration/,
      /Store the event/,
      /Answer once/,
    ];
    const withoutDecryption = steps.filter((step) => !step.startsWith("If encryption is on"));
    expect(withoutDecryption).toEqual([...order, ...rest].map((pattern) => expect.stringMatching(pattern)));
  });

  it("checks every event of a batch before it stores any, all in one transaction", () => {
    const batch = processingSteps({ ...acme, event: { ...acme.event, batch: "/list" } }).map(
      ({ check }) => `${check}`,
    );
    const order = [/as a JSON object in UTF-8/, /verification token/, /The array at `\/list` has the events/];
    const rest = [/Validate each event/, /Store all events in one transaction, each under `\/meta\/id`/];
    const places = [...order, ...rest].map((pattern) => batch.findIndex((check) => pattern.test(check)));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const { id: _, ...anonymous } = acme.event;
    const { deliveryId, signature } = acme.headers;
    const withId = { ...acme, headers: { deliveryId, signature }, event: { ...anonymous, batch: "" } };
    const bare = { ...withId, headers: { signature } };
    const all = [withId, bare].map((protocol) =>
      processingSteps(protocol)
        .map(({ check }) => `${check}`)
        .join(),
    );
    expect(all[0]).toContain("as a JSON array");
    expect(all[0]).toContain("each under `Acme-Delivery`, a slash and its position");
    expect(all[1]).toContain("each under the SHA-256 hash of its text");
  });

  it("mentions encryption only if the protocol has it", () => {
    const { encryption: _, ...plain } = acme;
    const all = processingSteps(plain).map(({ check }) => String(check));
    expect(all.filter((check) => check.includes("Encrypt"))).toEqual([]);
    expect(all.some((check) => check.startsWith("Parse the body"))).toBe(true);
  });
});

describe("the diagrams in the reference", () => {
  it("have an arrow to each value that an event may carry, and none for an event that may carry all", () => {
    const diagram = stateDiagram([
      { event: "order.paid", values: ["paid"] },
      { event: "order.sent", values: ["sent", "paid"] },
      { event: "order.touched", values: ["paid", "sent", "new"] },
    ]).toString();
    expect(diagram.split("\n").filter((line) => line.includes("-->"))).toEqual([
      "  before --> s0: order.paid<br/>order.sent",
      "  before --> s1: order.sent",
    ]);
    expect(diagram).toContain('  state "paid" as s0');
  });

  it("show the answers of a delivery", () => {
    const diagram = deliveryDiagram(acme).toString();
    expect(diagram).toMatch(/^```mermaid\nsequenceDiagram\n/);
    expect(diagram).toContain(`R-->>P: ${acme.responses.accepted}, empty body`);
    expect(diagram.match(/^ {2}break /gm)).toHaveLength(diagram.match(/^ {2}end$/gm)?.length ?? -1);
  });

  it("contain no text of a contract that Mermaid or Markdown would read as markup", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(mermaidText(text)).toMatch(/^(?:[\p{L}\p{N} .,/()_-]|#\d+;|\\[a-z0-9{}]+)*$/iu);
      }),
    );
    expect(mermaidText('a"<b>:;`')).toBe("a#34;#60;b#62;#58;#59;#96;");
  });
});

describe("the platform's reference", () => {
  it("says for each property whether it is an integer, its format and its limits", () => {
    const events = page("events");
    expect(events).toMatch(/\| `resource_version` \| `number` \| yes \| integer; 1 to 9007199254740991 \|/);
    expect(events).toMatch(/\| `occurred_at` \| `string` \| yes \| `date-time`/);
  });

  it("leads each subscription event only to the statuses that it may carry", () => {
    const arrows = page("events").match(/^ {2}before --> .*cancelled\.v1.*$/gm);
    expect(arrows).toHaveLength(1);
    expect(page("events")).not.toMatch(/^ {2}before --> .*payment_method_updated/m);
  });
});
