import { effectsOf } from "../../openapi/rules/presence.js";
import type { Judgement, Part, PartRule } from "../../part.js";
import { shown } from "../shown.js";
import { answerMembers } from "./answer-members.js";
import { contentMembers } from "./content-members.js";
import { eventMembers } from "./event-members.js";
import { headerMembers } from "./header-members.js";
import { bothRisky, type Meaning, type MemberRule, type Values } from "./member-rule.js";
import { sectionMeanings } from "./section-meanings.js";
import { signatureMembers } from "./signature-members.js";
import { verificationMembers } from "./verification-members.js";

/** The rules for members, by JSON Pointer into the protocol with its defaults written out. */
export const memberRules: Readonly<Record<string, MemberRule>> = {
  ...headerMembers,
  ...signatureMembers,
  ...contentMembers,
  ...eventMembers,
  ...verificationMembers,
  ...answerMembers,
};

/** How webhook protocols are compared. A member without a rule of its own is a risk to both sides. */
export const protocolRules: Readonly<Record<string, PartRule>> = {
  protocol: {
    removed: (part) =>
      judged(part, {
        code: "protocol-removed",
        effects: { receiver: "risky" },
        message: "the document no longer says how deliveries are signed and answered",
        remedy: "Keep `x-webhook-protocol`",
      }),
    added: (part) =>
      judged(part, {
        code: "protocol-added",
        effects: {},
        message: "the document says now how deliveries are signed and answered",
      }),
  },
  "protocol-section": {
    removed: (part) => judged(part, sectionMeanings[part.key]?.removed ?? unknown(part, "was removed")),
    added: (part) => judged(part, sectionMeanings[part.key]?.added ?? unknown(part, "is new")),
  },
  "protocol-member": {
    removed: (part) => memberJudgement(part, { old: valueIn(part), new: undefined }),
    added: (part) => memberJudgement(part, { old: undefined, new: valueIn(part) }),
    facts: {
      value: (_, parts) => [memberJudgement(parts.new, { old: valueIn(parts.old), new: valueIn(parts.new) })],
    },
  },
};

function memberJudgement(part: Part, values: Values): Judgement {
  const { old, new: current } = values;
  const how =
    old === undefined
      ? `is new: ${shown(current)}`
      : current === undefined
        ? `was removed: ${shown(old)}`
        : `changed from ${shown(old)} to ${shown(current)}`;
  return judged(part, memberRules[part.key]?.(values) ?? unknown(part, how));
}

function judged(part: Part, { code, effects, message, remedy }: Meaning): Judgement {
  return { code, effects: effectsOf(part.flow, effects), message, ...(remedy !== undefined && { remedy }) };
}

function unknown({ key }: Part, how: string): Meaning {
  return { code: "protocol-changed", effects: bothRisky, message: `${shown(key)} ${how}` };
}

/** The value of a member, with the name of a header as it is spelled. */
function valueIn({ facts, at }: Part): unknown {
  const value = facts?.value?.value;
  return typeof at.value === "string" && at.value.toLowerCase() === value ? at.value : value;
}
