import type { Judgement, Part, PartRule } from "../../part.js";
import { flowEffects, shown } from "../../shared-rules.js";
import { answerMembers, verificationMembers } from "./answer-members.js";
import { both, bothRisky, type Meaning, type MemberRule, type MemberValues } from "./member-rule.js";
import { contentMembers, eventMembers, headerMembers, signatureMembers } from "./request-members.js";
import { ruleMembers } from "./rule-members.js";

/** The rules for members, by JSON Pointer into the protocol with its defaults written out. */
export const memberRules: Readonly<Record<string, MemberRule>> = {
  ...headerMembers,
  ...signatureMembers,
  ...contentMembers,
  ...eventMembers,
  ...verificationMembers,
  ...answerMembers,
  ...ruleMembers,
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

function memberJudgement(part: Part, values: MemberValues): Judgement {
  return judged(part, memberRules[part.key]?.(values) ?? unknown(part, memberChangeText(values)));
}

function memberChangeText({ old, new: current }: MemberValues): string {
  if (old === undefined) return `is new: ${shown(current)}`;
  if (current === undefined) return `was removed: ${shown(old)}`;
  return `changed from ${shown(old)} to ${shown(current)}`;
}

function judged(part: Part, { code, effects, message, remedy }: Meaning): Judgement {
  return { code, effects: flowEffects(part.flow, effects), message, ...(remedy !== undefined && { remedy }) };
}

function unknown({ key }: Part, how: string): Meaning {
  return { code: "protocol-changed", effects: bothRisky, message: `${shown(key)} ${how}` };
}

/** The value of a member, with the name of a header as it is spelled. */
function valueIn({ facts, at }: Part): unknown {
  const value = facts?.value?.value;
  if (typeof at.value === "string" && at.value.toLowerCase() === value) return at.value;
  return value;
}

/** What it means that a section of the protocol, which may be absent, is new or gone. */
interface SectionMeanings {
  readonly added: Meaning;
  readonly removed: Meaning;
}

/** By the name of the section. */
const sectionMeanings: Readonly<Record<string, SectionMeanings>> = {
  timestamp: {
    added: {
      code: "timestamp-changed",
      effects: { sender: "breaking", receiver: "risky" },
      message: "deliveries have a timestamp now; a receiver that doesn't check it accepts old ones",
      remedy: "Check the timestamp after the signature",
    },
    removed: {
      code: "timestamp-changed",
      effects: { receiver: "breaking" },
      message: "deliveries no longer have a timestamp, and receivers that check it refuse them",
      remedy: "Keep sending the timestamp",
    },
  },
  nonce: {
    added: {
      code: "nonce-changed",
      effects: { sender: "breaking", receiver: "risky" },
      message: "deliveries have a nonce now; a receiver that doesn't reserve it accepts replays",
      remedy: "Reserve each nonce for `nonce.retentionSeconds`",
    },
    removed: {
      code: "nonce-changed",
      effects: { receiver: "breaking" },
      message: "deliveries no longer have a nonce, and receivers that reserve it refuse them",
      remedy: "Keep sending the nonce",
    },
  },
  token: {
    added: {
      code: "token-changed",
      effects: { sender: "breaking", receiver: "risky" },
      message: "bodies have a verification token now, which a receiver must check and remove",
      remedy: "Check the token, and remove it before the event is validated",
    },
    removed: {
      code: "token-changed",
      effects: { sender: "risky", receiver: "breaking" },
      message: "bodies no longer have a verification token, and receivers that check it refuse them",
      remedy: "Keep sending the token",
    },
  },
  encryption: {
    added: {
      code: "encryption-changed",
      effects: { sender: "breaking" },
      message: "a receiver can have its bodies encrypted now",
    },
    removed: {
      code: "encryption-changed",
      effects: both,
      message: "bodies are no longer encrypted, and receivers that have encryption on refuse them",
      remedy: "Keep encrypting for receivers that have it on",
    },
  },
  verification: {
    added: {
      code: "verification-changed",
      effects: { receiver: "breaking" },
      message: "an address is verified now, and receivers that don't answer can't be registered",
      remedy: "Verify new registrations only",
    },
    removed: {
      code: "verification-changed",
      effects: { sender: "breaking" },
      message: "addresses are no longer verified",
    },
  },
  callbacks: {
    added: {
      code: "callback-changed",
      effects: bothRisky,
      message: "there are callbacks now, which wait for a result",
      remedy: "Send callbacks only to receivers that are configured for them",
    },
    removed: {
      code: "callback-changed",
      effects: { receiver: "risky" },
      message: "there are no callbacks any longer: no event waits for a result",
    },
  },
  retries: {
    added: {
      code: "retry-changed",
      effects: {},
      message: "the protocol says now when deliveries are retried",
    },
    removed: {
      code: "retry-changed",
      effects: { receiver: "risky" },
      message: "the protocol no longer says whether deliveries are retried",
      remedy: "State it, even if nothing is retried: `maxAttempts: 1`",
    },
  },
};
