import { beforeAll, describe, expect, it } from "vitest";
import { readInputs } from "../../../../reader/documents/input.js";
import { compareTexts, type Files } from "../../../support/commands/diff/compare-texts.js";

let all: ReadonlyMap<string, string>;

beforeAll(async () => {
  const inputs = await readInputs(["contracts"], process.cwd());
  all = new Map(inputs.map(({ role, name, text }) => [role === "case" ? `conformance/${name}` : name, text]));
});

const events = { file: "events.asyncapi.yaml", also: /^schemas\// };

/** Versions without any document can't be compared. */
const aSchema = /^schemas\/environment/;

/** Files whose names match, with one replacement in one of them, against the same files as they are. */
async function changed(
  { file, also = /^$/ }: { readonly file: string; readonly also?: RegExp },
  from: string | RegExp,
  to: string,
) {
  const files: Files = Object.fromEntries([...all].filter(([name]) => name === file || also.test(name)));
  const text = String(files[file]);
  const result = text.replace(from, to);
  expect(result).not.toBe(text);
  const findings = await compareTexts(files, { ...files, [file]: result });
  return findings.filter(({ level }) => level !== "info");
}

describe("this repository's contracts", () => {
  it("finds nothing if nothing changed", async () => {
    const files = Object.fromEntries([...all].filter(([name]) => !/examples\/|\.openapi\.yaml$/.test(name)));
    expect(await compareTexts(files, files, "consumer", "provider")).toEqual([]);
  });

  it("finds a deleted event", async () => {
    const found = await changed(events, /^ {6}SubscriptionRenewed:\n {8}\$ref: .*\n/m, "");
    expect(found).toMatchObject([
      { code: "event-removed", level: "error", subjects: ["event `oem.subscription.renewed.v1`"] },
    ]);
  });

  it("finds a renamed signature header", async () => {
    expect(await changed(events, "signature: X-SVC-Signature", "signature: X-SVC-Sig")).toMatchObject([
      { code: "delivery-header-renamed", level: "error" },
    ]);
  });

  it("finds a status that an event may newly carry", async () => {
    const [finding, ...others] = await changed(
      events,
      "enum: [trial_ending]",
      "enum: [trial_ending, paused]",
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      code: "schema-widened",
      level: "error",
      subjects: ["event `oem.subscription.trial_ending.v1`, payload"],
      witness: { validIn: "new", document: { data: { status: "paused" } } },
    });
  });

  it("says nothing to consumers about a narrowed payload", async () => {
    expect(await changed(events, "enum: [trialing, pending_payment, active]", "enum: [active]")).toEqual([]);
  });

  it("finds a raised clause", async () => {
    const found = await changed(
      { file: "clauses.yaml", also: aSchema },
      "id: 2.6-status\n    section: §2.6\n    level: should",
      "id: 2.6-status\n    section: §2.6\n    level: must",
    );
    expect(found).toMatchObject([
      { code: "clause-raised", level: "error", affects: ["consumer"], subjects: ["clause 2.6-status"] },
    ]);
  });

  it("finds a raised case", async () => {
    const found = await changed(
      { file: "conformance/6.2-request.yaml", also: aSchema },
      "clause: §6.2\n    level: should",
      "clause: §6.2\n    level: must",
    );
    expect(found).toMatchObject([
      { code: "cases-raised", level: "warning", subjects: ["case 6.2/content-type-charset"] },
    ]);
  });
});
