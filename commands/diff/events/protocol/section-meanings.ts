import { both, bothRisky, type Meaning } from "./member-rule.js";

/** What it means that a section of the protocol, which may be absent, is new or gone. */
export interface SectionMeanings {
  readonly added: Meaning;
  readonly removed: Meaning;
}

/** By the name of the section. */
export const sectionMeanings: Readonly<Record<string, SectionMeanings>> = {
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
