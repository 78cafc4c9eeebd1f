import type { Effect, Party } from "../finding.js";
import type { Judgement, Part, PartRule } from "../part.js";

/** From the loosest to the strictest. */
const levels: readonly string[] = ["unspecified", "info", "should", "must"];

/** How clauses are compared: what is stricter is a matter of who must follow it, what is looser of who relies on it. */
export const clauseRules: Readonly<Record<string, PartRule>> = {
  clause: {
    added: (part) => ({
      code: "clause-added",
      effects: demanded(part, levelOf(part)),
      message: `the clause is new, at the level \`${levelOf(part)}\`: ${textOf(part)}`,
    }),
    removed: (part) => ({
      code: "clause-removed",
      effects: relaxed(part, levelOf(part)),
      message: `the clause was removed: ${textOf(part)}`,
    }),
    facts: { level: levelRule, text: rewordedRule, party: partyRule },
  },
};

function levelRule(
  { old, new: current }: { readonly old: unknown; readonly new: unknown },
  { new: part }: { readonly new: Part },
): Judgement[] {
  const isRaised = levels.indexOf(String(current)) > levels.indexOf(String(old));
  return [
    {
      code: isRaised ? "clause-raised" : "clause-lowered",
      effects: isRaised ? demanded(part, String(current)) : relaxed(part, String(old)),
      message: `the level was ${isRaised ? "raised" : "lowered"} from \`${String(old)}\` to \`${String(current)}\`: ${textOf(part)}`,
      ...(isRaised && { remedy: "Announce the new level, and raise it when all programs follow the clause" }),
    },
  ];
}

/** Whether the words mean something else can't be decided here. */
function rewordedRule(
  _: unknown,
  { old, new: part }: { readonly old: Part; readonly new: Part },
): Judgement[] {
  const isBinding = [old, part].some((each) => levels.indexOf(levelOf(each)) >= levels.indexOf("should"));
  return [
    {
      code: "clause-reworded",
      effects: isBinding ? { consumer: "risky", provider: "risky" } : {},
      message: `the text is now: ${textOf(part)}`,
      remedy: "Read the clause again",
    },
  ];
}

function partyRule(_: unknown, { new: part }: { readonly new: Part }): Judgement[] {
  const isConsumer = partyOf(part) === "consumer";
  return [
    {
      code: "clause-reassigned",
      effects: demanded(part, levelOf(part)),
      message: `${isConsumer ? "integrators" : "the platform"} must follow the clause now: ${textOf(part)}`,
    },
  ];
}

/** A must that programs don't know of may be broken by them; a should is advice. */
function demanded(part: Part, level: string): Partial<Record<Party, Effect>> {
  const effect = level === "must" ? "breaking" : level === "should" ? "risky" : undefined;
  return effect === undefined ? {} : { [partyOf(part)]: effect };
}

/** The other side may have relied on a must that is gone. */
function relaxed(part: Part, level: string): Partial<Record<Party, Effect>> {
  return level === "must" ? { [partyOf(part) === "consumer" ? "provider" : "consumer"]: "risky" } : {};
}

function partyOf({ flow }: Part): Party {
  return flow === "to-consumer" ? "consumer" : "provider";
}

function levelOf({ facts }: Part): string {
  return String(facts?.level?.value);
}

function textOf({ facts }: Part): string {
  return String(facts?.text?.value).replace(/\.$/, "");
}
