import { listed, type RoleEffects } from "../../shared-rules.js";
import { anyChange, bothRisky, bySet, type MemberRule } from "./member-rule.js";

const code = "rule-changed";

/** Rules for what a platform says about receivers, by JSON Pointer: each with its source is one value. */
export const ruleMembers: Readonly<Record<string, MemberRule>> = {
  "/rules/unknownEvents": ({ old, new: current }) => {
    const [before, after] = [answerIn(old), answerIn(current)];
    if (before === after) return sameRule(old, current, "what happens to an event with an unknown name");
    return {
      code,
      effects: unknownEventEffects(after),
      message: `an event with an unknown name was ${before}, and is ${after} now`,
      remedy: "Tell receivers before you add an event",
    };
  },
  ...Object.fromEntries(
    (
      [
        ["duplicates", "that an event is acknowledged again, and handled once"],
        ["ordering", "that events are applied in the order of their versions"],
        ["replay", "that a nonce is accepted once"],
        ["signatureForm", "that a signature is accepted only in its own form"],
        ["timeouts", "that verifications and callbacks are answered in time"],
        ["verification", "how a verification is answered"],
      ] as const
    ).map(([name, what]) => [`/rules/${name}`, stated(what)]),
  ),
  "/timestamp/mustRefuse": bySet(
    {
      code,
      text: (gained, lost) =>
        [
          ...(gained.length > 0 ? [`times beyond the window, ${listed(gained)}, must be refused now`] : []),
          ...(lost.length > 0 ? [`times beyond the window, ${listed(lost)}, may be accepted now`] : []),
        ].join(", and "),
      remedy: "Let receivers refuse these times before platforms rely on it",
    },
    (gained, lost) => ({
      ...(gained.length > 0 && { receiver: "risky" as const }),
      ...(lost.length > 0 && { sender: "risky" as const }),
    }),
  ),
  "/timestamp/shouldRefuse": bySet(
    {
      code,
      text: (gained, lost) =>
        [
          ...(gained.length > 0 ? [`times beyond the window, ${listed(gained)}, should be refused now`] : []),
          ...(lost.length > 0 ? [`it is no longer recommended to refuse times ${listed(lost)}`] : []),
        ].join(", and "),
    },
    () => ({}),
  ),
  "/timestamp/source": cited("the window"),
  "/responses/source": cited("the statuses"),
};

/** An old receiver refuses what it should accept, or a platform relies on a refusal that doesn't come. */
function unknownEventEffects(after: string): RoleEffects {
  if (after === "accepted") return { receiver: "risky" };
  return bothRisky;
}

function stated(what: string): MemberRule {
  return ({ old, new: current }) => {
    const remedy = "Tell receivers before you rely on it";
    if (old === undefined)
      return { code, effects: { receiver: "risky" }, message: `the platform states now ${what}`, remedy };
    if (current === undefined)
      return { code, effects: { sender: "risky" }, message: `the platform no longer states ${what}`, remedy };
    return sameRule(old, current, what);
  };
}

/** A rule that says the same, with another level or another source. */
function sameRule(old: unknown, current: unknown, what: string): ReturnType<MemberRule> {
  const [before, after] = [levelIn(old), levelIn(current)];
  if (before === after) return { code, effects: {}, message: `the source of a rule changed: ${what}` };
  return {
    code,
    effects: after === "must" ? { receiver: "risky" } : { sender: "risky" },
    message: `a rule was a ${before}, and is a ${after} now: ${what}`,
  };
}

function answerIn(rule: unknown): string {
  if (typeof rule === "object" && rule !== null && "answer" in rule) return String(rule.answer);
  return "unspecified";
}

function levelIn(rule: unknown): string {
  if (typeof rule === "object" && rule !== null && "level" in rule) return String(rule.level);
  return "must";
}

function cited(what: string): MemberRule {
  return anyChange({ code, what: `the source of what the platform says about ${what}` }, {});
}
