import { beforeAll, describe, expect, it } from "vitest";
import { readInputs } from "../../../generator/read/input.js";
import { compareTexts, type Files } from "../compare-texts.js";

let files: Files;

beforeAll(async () => {
  const inputs = await readInputs(["contracts"], process.cwd());
  files = Object.fromEntries(
    inputs.flatMap(({ role, name, text, file }) => {
      if (role === "contract") return file.endsWith(".openapi.yaml") ? [] : [[name, text]];
      return role === "ledger"
        ? [["clauses.yaml", text]]
        : role === "case"
          ? [[`conformance/${name}`, text]]
          : [];
    }),
  );
});

/** Contracts with one replacement in one file. */
function changed(name: string, from: string | RegExp, to: string): Files {
  const text = String(files[name]);
  const result = text.replace(from, to);
  if (result === text) throw new Error(`${name} has nothing like ${String(from)}`);
  return { ...files, [name]: result };
}

const events = "events.asyncapi.yaml";

async function compare(current: Files) {
  return (await compareTexts(files, current)).filter(({ level }) => level !== "info");
}

describe("this repository's contracts", () => {
  it("finds nothing if nothing changed", async () => {
    expect(await compareTexts(files, files, "consumer", "provider")).toEqual([]);
  });

  it("finds a deleted event", async () => {
    const text = changed(events, /^ {6}SubscriptionRenewed:\n {8}\$ref: .*\n/m, "");
    expect(await compare(text)).toMatchObject([
      { code: "event-removed", level: "error", subjects: ["event `oem.subscription.renewed.v1`"] },
    ]);
  });

  it("finds a renamed signature header", async () => {
    expect(
      await compare(changed(events, "signature: X-SVC-Signature", "signature: X-SVC-Sig")),
    ).toMatchObject([{ code: "delivery-header-renamed", level: "error" }]);
  });

  it("finds a status that an event may newly carry", async () => {
    const [finding, ...others] = await compare(
      changed(events, "enum: [trial_ending]", "enum: [trial_ending, paused]"),
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
    expect(
      await compare(changed(events, "enum: [trialing, pending_payment, active]", "enum: [active]")),
    ).toEqual([]);
  });

  it("finds a raised clause", async () => {
    const raised = changed(
      "clauses.yaml",
      "id: 2.6-status\n    section: §2.6\n    level: should",
      "id: 2.6-status\n    section: §2.6\n    level: must",
    );
    expect(await compare(raised)).toMatchObject([
      { code: "clause-raised", level: "error", affects: ["consumer"], subjects: ["clause 2.6-status"] },
    ]);
  });

  it("finds a raised case", async () => {
    const raised = changed(
      "conformance/6.2-request.yaml",
      "clause: §6.2\n    level: should",
      "clause: §6.2\n    level: must",
    );
    expect(await compare(raised)).toMatchObject([
      { code: "cases-raised", level: "warning", subjects: ["case 6.2/content-type-charset"] },
    ]);
  });
});
