import type { FindingCode } from "../../codes.js";
import type { Effect, Party } from "../../finding.js";
import type { Flow, Judgement, Part } from "../../part.js";

/** Who sends what a part describes, and who receives it. */
export function partiesOf(flow: Flow): { readonly sender: Party; readonly receiver: Party } {
  return flow === "to-provider"
    ? { sender: "consumer", receiver: "provider" }
    : { sender: "provider", receiver: "consumer" };
}

/** Effects on both sides. */
export function effectsOf(
  flow: Flow,
  { sender, receiver }: { readonly sender?: Effect | undefined; readonly receiver?: Effect | undefined },
): Judgement["effects"] {
  const parties = partiesOf(flow);
  return {
    ...(sender === undefined ? {} : { [parties.sender]: sender }),
    ...(receiver === undefined ? {} : { [parties.receiver]: receiver }),
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
        effects: effectsOf(part.flow, {
          sender: required ? "breaking" : undefined,
          receiver: isRequest ? "risky" : undefined,
        }),
        message: `the ${noun} is new, and it is ${required ? "required" : "optional"}`,
        ...(required && isRequest ? { remedy: `Make the ${noun} optional` } : {}),
      };
    },
    removed(part: Part): Judgement {
      const required = isRequired(part);
      const isRequest = part.flow === "to-provider";
      return {
        code: codes.removed,
        effects: effectsOf(part.flow, {
          sender: "risky",
          receiver: required ? "breaking" : isRequest ? undefined : "risky",
        }),
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
          effects: effectsOf(part.flow, isNow ? { sender: "breaking" } : { receiver: "breaking" }),
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
