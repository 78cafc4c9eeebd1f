import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Case, expandCases, globMatcher } from "../../../commands/conform/index.js";
import { wholeSuite } from "../../support/commands/conform/platform.js";

interface Clause {
  readonly id: string;
  readonly level: string;
  readonly not_enforced?: string;
  readonly cases?: { readonly positive?: string[]; readonly negative?: string[]; readonly note?: string };
  /** Cases of the suite for senders. */
  readonly sender?: readonly string[];
  readonly unobservable?: string;
}

const ledger = new URL("../../../contracts/clauses.yaml", import.meta.url);
const { clauses } = parse(readFileSync(ledger, "utf8")) as { clauses: readonly Clause[] };
const rules = clauses.filter(({ level }) => level === "must" || level === "should");
const cases = expandCases(wholeSuite);
const others = ["platform", "console", "integrator"];

const found = new Map<string, Case[]>();
const matching = (globs: readonly string[] = []): Case[] =>
  globs.flatMap((glob) => {
    const matches = globMatcher(glob);
    const own = found.get(glob) ?? cases.filter(({ id }) => matches(id));
    found.set(glob, own);
    return own;
  });

const isAcceptance = (status: unknown): boolean =>
  status === "accepted" || status === "verified" || status === 200;

/** Whether a step of the case expects a valid delivery to be accepted. */
const expectsAcceptance = ({ steps }: Case): boolean =>
  steps.some((step) => "expect" in step && step.expect.status.every(isAcceptance));

/** Whether a step of the case expects a refusal, or the case can reveal a mistake behind a successful answer. */
const canRevealMistake = ({ steps }: Case): boolean =>
  steps.some(
    (step) => "expect" in step && (!step.expect.status.every(isAcceptance) || step.probe !== undefined),
  ) || steps.length > 1;

describe("each must and should clause", () => {
  it("names cases, or explains why there are none", () => {
    const unexplained = rules.filter(
      ({ cases, sender, unobservable, not_enforced = "" }) =>
        [cases, sender, unobservable].every((each) => each === undefined) && !others.includes(not_enforced),
    );
    expect(unexplained.map(({ id }) => id)).toEqual([]);
    const both = rules.filter((clause) => clause.cases && clause.unobservable);
    expect(both.map(({ id }) => id)).toEqual([]);
  });

  it("has a positive and a negative case, or explains why one kind is missing", () => {
    const lacking = rules.filter(({ cases }) => cases && !cases.note && !(cases.positive && cases.negative));
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });

  it("names only existing cases", () => {
    const missing = rules.flatMap(({ id, cases }) =>
      [...(cases?.positive ?? []), ...(cases?.negative ?? [])]
        .filter((glob) => matching([glob]).length === 0)
        .map((glob) => `${id}: ${glob}`),
    );
    expect(missing).toEqual([]);
  });

  it("has a positive case that expects acceptance, and a negative one that expects a refusal or checks effects", () => {
    const wrong = rules.flatMap(({ id, cases }) => [
      ...(cases?.positive && !matching(cases.positive).some(expectsAcceptance) ? [`${id}: positive`] : []),
      ...(cases?.negative && !matching(cases.negative).some(canRevealMistake) ? [`${id}: negative`] : []),
    ]);
    expect(wrong).toEqual([]);
  });

  it("covers, together with the others, every hand-written must and should case", () => {
    const named = new Set(
      rules.flatMap(({ cases }) =>
        matching([...(cases?.positive ?? []), ...(cases?.negative ?? [])]).map(({ id }) => id),
      ),
    );
    const unnamed = wholeSuite.cases.filter(({ id, level }) => level !== "info" && !named.has(id));
    expect(unnamed.map(({ id }) => id)).toEqual([]);
  });

  it("is part of the suite, for the report", () => {
    expect(wholeSuite.clauses?.map(({ id }) => id)).toEqual(rules.map(({ id }) => id));
    const untold = wholeSuite.clauses?.filter(
      ({ positive, negative, note }) => !(positive && negative) && note === undefined,
    );
    expect(untold).toEqual([]);
  });
});
