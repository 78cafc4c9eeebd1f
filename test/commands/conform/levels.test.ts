import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Case, expandCases, globMatcher, type Level } from "../../../commands/conform/index.js";
import { wholeSuite } from "../../support/commands/conform/platform.js";

interface Entry {
  readonly id: string;
  readonly level: Level | "unspecified";
  readonly source?: string;
  readonly near?: readonly string[];
  readonly cases?: { readonly positive?: readonly string[]; readonly negative?: readonly string[] };
}

const ledger = new URL("../../../contracts/clauses.yaml", import.meta.url);
const { clauses } = parse(readFileSync(ledger, "utf8")) as { clauses: readonly Entry[] };
const strength = ["unspecified", "info", "should", "must"];
const written = wholeSuite.cases;
const near = expandCases(wholeSuite).filter(({ id }) => id.includes("/near/"));

const entries = clauses.flatMap(({ id, level, cases }) =>
  [...(cases?.positive ?? []), ...(cases?.negative ?? [])].map((glob) => ({
    id,
    level,
    matches: globMatcher(glob),
  })),
);
const caseLevels = ({ id }: Case): readonly Entry["level"][] =>
  entries.filter(({ matches }) => matches(id)).map(({ level }) => level);

/** The table of a receiver's answers, as the reading of the platform's document has it, by entry of the ledger. */
const answers: Readonly<Record<string, Entry["level"]>> = {
  "6.3.0-method": "info",
  "6.3.0-body-limit": "info",
  "6.3.0-media-type": "info",
  "6.3.1-missing-header-answer": "must",
  "6.3.1-repeated-header": "info",
  "6.3.1-timestamp-digits": "must",
  "6.3.1-timestamp-strict": "info",
  "6.3.2-timestamp-window": "must",
  "6.3.2-stale-keeps-nonce": "must",
  "6.3.2-window-bound": "info",
  "6.3.2-nonce-reserved": "must",
  "6.3.2-nonce-store-down": "must",
  "6.3.3-signature": "must",
  "6.3.3-after-nonce": "should",
  "6.9-rotation": "should",
  "6.3.4-parse-or-decrypt": "must",
  "6.3.4-one-answer-for-decryption": "must",
  "6.3.4-canonical-base64": "info",
  "6.3.4-json-object": "must",
  "6.3.4-token": "must",
  "6.3.4-missing-token": "must",
  "6.3.5-unknown-event": "must",
  "6.3.5-schema": "must",
  "6.3.5-headers-equal": "must",
  "6.3.5-binding": "must",
  "2.4-binding-required": "must",
  "6.3.6-inbox-failure": "must",
  "6.3.6-nonce-stays-spent": "should",
  "6.3.6-additive-field": "should",
  "6.3.6-same-content": "must",
  "6.3.6-conflict": "info",
  "6.3.7-answer-at-once": "must",
  "6.3-test-binding": "info",
  "6.3-test-only-recorded": "must",
  "6.6-unspecified-accepted": "must",
  "6.4-next-version-only": "must",
  "6.4-access-ordering": "info",
  "6.1-never-recorded": "must",
  "6.1-malformed": "info",
  "6.8-verified-like-events": "must",
  "6.8-five-seconds": "must",
  "6.8-not-in-inbox": "info",
};

describe("levels", () => {
  it.each(Object.entries(answers))(
    "of the ledger's entry %s is %s, as in the table of answers",
    (id, level) => {
      expect(clauses.find((each) => each.id === id)?.level).toBe(level);
    },
  );

  it("of a case are never stronger than those of all the rules that it tries", () => {
    const stronger = written.filter((each) => {
      const levels = caseLevels(each);
      return (
        levels.length > 0 && levels.every((level) => strength.indexOf(level) < strength.indexOf(each.level))
      );
    });
    expect(stronger.map(({ id }) => id)).toEqual([]);
  });

  it("are info exactly for cases that try what the documentation leaves open", () => {
    const isOpen = (level: Entry["level"]): boolean => level === "info" || level === "unspecified";
    const wrong = written.filter((each) => each.level === "info" && !caseLevels(each).some(isOpen));
    expect(wrong.map(({ id }) => id)).toEqual([]);
    const unopened = written.filter((each) => {
      const levels = caseLevels(each);
      return each.level !== "info" && levels.length > 0 && levels.every(isOpen);
    });
    expect(unopened.map(({ id }) => id)).toEqual([]);
  });

  it("of near misses are never stronger than that of the rule that names their family", () => {
    const rules = clauses.flatMap(({ level, near: names = [] }) =>
      names.map((name) => [name, level] as const),
    );
    const caseFamily = ({ id }: Case): string => id.split("/near/")[1]?.split("/")[0] ?? "";
    const strongest = (name: string): number =>
      Math.max(
        ...rules
          .filter(([each]) => each === name || each.startsWith(`${name}/`))
          .map(([, level]) => strength.indexOf(level)),
      );
    expect(near.length).toBeGreaterThan(1000);
    expect(
      near.filter((each) => strength.indexOf(each.level) > strongest(caseFamily(each))).map(({ id }) => id),
    ).toEqual([]);
  });

  it("of every event with a known name are must: it is accepted and recorded", () => {
    const recorded = near.filter(({ id }) => id.includes("/near/recorded/"));
    const open = recorded.filter(({ level }) => level !== "must");
    expect(open.map(({ id }) => id)).toEqual([
      "6.3.6/near/recorded/SupportReplyCreated/kept",
      "6.3.6/near/recorded/SupportStatusChanged/kept",
    ]);
    expect(recorded.length).toBe(Object.keys(wholeSuite.examples).length - 1);
  });
});
