import { json } from "../../reader/text/json.js";
import type { FindingCode } from "./codes.js";
import type { ChangeEffect, Party } from "./comparison.js";
import type { SecurityAlternative } from "./openapi/api.js";
import { type FactRule, type Judgement, type Part, type PartFlow, scalarText } from "./part.js";
import { defaultLevels } from "./policy/policy.js";
import { sunsetDay } from "./policy/sunset.js";

/** What a change means to the side that sends a message, and to the one that receives it. */
export interface RoleEffects {
  readonly sender?: ChangeEffect;
  readonly receiver?: ChangeEffect;
}

/** The opposite flow. */
export function opposite(flow: PartFlow): PartFlow {
  if (flow === "to-consumer") return "to-provider";
  return "to-consumer";
}

/** Longer values are cut. */
const longest = 80;

/** A value of a contract in a message, as one line. */
export function shown(value: unknown): string {
  const text = typeof value === "string" && /^[!-~]+$/.test(value) ? value : json(value);
  return `\`${text.length <= longest ? text : `${text.slice(0, longest)}…`}\``;
}

/** Values in a message, such as "`a`, `b`". */
export function listed(values: readonly unknown[]): string {
  return values.map(shown).join(", ");
}

/** How a value changed; `what` is its name. */
export function changeText(
  what: string,
  { old, new: current }: { readonly old: unknown; readonly new: unknown },
): string {
  if (old === undefined) return `${what} is new: ${shown(current)}`;
  if (current === undefined) return `${what} was removed: ${shown(old)}`;
  const [before, after] = [shown(old), shown(current)];
  // `true` and "true" differ only as JSON.
  if (before === after) return `${what} changed from \`${json(old)}\` to \`${json(current)}\``;
  return `${what} changed from ${before} to ${after}`;
}

/** Who sends what a part describes, and who receives it. */
export function flowParties(flow: PartFlow): { readonly sender: Party; readonly receiver: Party } {
  if (flow === "to-provider") return { sender: "consumer", receiver: "provider" };
  return { sender: "provider", receiver: "consumer" };
}

/** Effects on both sides. */
export function flowEffects(
  flow: PartFlow,
  {
    sender,
    receiver,
  }: { readonly sender?: ChangeEffect | undefined; readonly receiver?: ChangeEffect | undefined },
): Judgement["effects"] {
  const parties = flowParties(flow);
  return {
    ...(sender !== undefined && { [parties.sender]: sender }),
    ...(receiver !== undefined && { [parties.receiver]: receiver }),
  };
}

/** Codes for something that may be left out: a parameter, a header, a body. */
interface PresenceCodes {
  readonly added: FindingCode;
  readonly removed: FindingCode;
  readonly required: FindingCode;
  readonly optional: FindingCode;
}

/** What it means that something is sent newly or no longer, or has become required or optional. */
export function presenceRule(noun: string, codes: PresenceCodes) {
  return {
    added(part: Part): Judgement {
      const required = isRequired(part);
      const isRequest = part.flow === "to-provider";
      return {
        code: codes.added,
        effects: flowEffects(part.flow, {
          sender: required ? "breaking" : undefined,
          receiver: isRequest ? "risky" : undefined,
        }),
        message: `the ${noun} is new, and it is ${required ? "required" : "optional"}`,
        ...(required && isRequest && { remedy: `Make the ${noun} optional` }),
      };
    },
    removed(part: Part): Judgement {
      const required = isRequired(part);
      const isRequest = part.flow === "to-provider";
      let receiver: ChangeEffect | undefined = isRequest ? undefined : "risky";
      if (required) receiver = "breaking";
      return {
        code: codes.removed,
        effects: flowEffects(part.flow, { sender: "risky", receiver }),
        message: isRequest
          ? `the ${noun} was removed: what is sent there is ignored or refused`
          : `the ${noun} was removed: it is no longer sent`,
        remedy: `Keep the ${noun}, and mark it as deprecated`,
      };
    },
    required(values: { readonly new: unknown }, { new: part }: { readonly new: Part }): Judgement[] {
      const isNow = values.new === true;
      return [
        {
          code: isNow ? codes.required : codes.optional,
          effects: flowEffects(part.flow, isNow ? { sender: "breaking" } : { receiver: "breaking" }),
          message: isNow ? `the ${noun} has become required` : `the ${noun} has become optional`,
          remedy: isNow ? `Keep the ${noun} optional` : `Keep the ${noun} required`,
        },
      ];
    },
  };
}

function isRequired({ facts }: Part): boolean {
  return facts?.required?.value === true;
}

/** Something was marked as deprecated, or is no longer. */
export function deprecatedRule(values: { readonly new: unknown }): Judgement[] {
  if (values.new === true)
    return [{ code: "deprecated", change: "deprecated", effects: {}, message: "it is now deprecated" }];
  return [{ code: "deprecation-withdrawn", effects: {}, message: "it is no longer deprecated" }];
}

interface Values {
  readonly old: unknown;
  readonly new: unknown;
}

/** The date from which something may be gone was set, moved or removed. */
export function sunsetJudgement({ old, new: current }: Values): Judgement {
  const [before, after] = [sunsetDay(old), sunsetDay(current)];
  const isEarlier = current !== undefined && (before === undefined || after === undefined || after < before);
  return {
    code: "sunset-changed",
    effects: isEarlier && old !== undefined ? { consumer: "risky" } : {},
    change: "deprecated",
    message:
      current === undefined
        ? "it has no sunset date any more"
        : `it may be gone from ${scalarText(current)} on${after === undefined ? ", which isn't a date" : ""}${old === undefined ? "" : ` (formerly ${scalarText(old)})`}`,
  };
}

/** A part promises more or less stability than before. Levels of one's own have an order only in a policy. */
export function stabilityJudgement({ old, new: current }: Values): Judgement {
  const order: readonly unknown[] = defaultLevels;
  const [before = -1, after = -1] = [order.indexOf(old), order.indexOf(current)];
  const isLower = after !== -1 && after < before;
  return {
    code: "stability-changed",
    effects: isLower ? { consumer: "risky" } : {},
    message: `${changeText("the stability level", { old, new: current })}${isLower ? ", which promises less" : ""}`,
  };
}

/** Every way in which a caller was allowed to call must still be enough. */
export const securityRule: FactRule = ({ old, new: current }) => {
  const [before, after] = [old, current] as [readonly SecurityAlternative[], readonly SecurityAlternative[]];
  const lost = before.filter((each) => !after.some((other) => isEnough(each, other)));
  const gained = after.filter((each) => !before.some((other) => isEnough(each, other)));
  if (lost.length === 0 && gained.length === 0)
    return [
      {
        code: "security-changed",
        effects: {},
        message: "the ways to be allowed to call have the same meaning",
      },
    ];
  return [
    {
      code: "security-changed",
      effects: {
        ...(lost.length > 0 && { consumer: "breaking" as const }),
        ...(gained.length > 0 && { provider: "breaking" as const }),
      },
      message: [
        ...lost.map((each) => `${described(each)} is no longer enough to call it`),
        ...gained.map((each) => `${described(each)} is now enough to call it`),
      ].join("; "),
      ...(lost.length > 0 && { remedy: "Keep accepting what was enough" }),
    },
  ];
};

/** Whether a caller who has `has` fulfils `needs`. */
function isEnough(has: SecurityAlternative, needs: SecurityAlternative): boolean {
  return Object.entries(needs).every(
    ([scheme, scopes]) =>
      scopes.every((scope) => has[scheme]?.includes(scope) === true) && has[scheme] !== undefined,
  );
}

function described(alternative: SecurityAlternative): string {
  const schemes = Object.entries(alternative);
  if (schemes.length === 0) return "no authentication";
  return schemes
    .map(([scheme, scopes]) => (scopes.length === 0 ? scheme : `${scheme} with ${scopes.join(", ")}`))
    .join(" and ");
}
