import { anyChange, both, bothRisky, bySize, type MemberRule } from "./member-rule.js";

const window = {
  code: "timestamp-changed",
  what: "how many seconds a timestamp may differ from now",
  remedy: "Configure the receivers first, and keep nonces for at least twice this time",
} as const;

const retention = {
  code: "nonce-changed",
  what: "how many seconds a nonce stays reserved",
  remedy: "Change the time that receivers keep nonces before platforms rely on it",
} as const;

/** Rules for the freshness of a delivery, its token and its encryption, by JSON Pointer. */
export const contentMembers: Readonly<Record<string, MemberRule>> = {
  "/timestamp/unit": anyChange({ code: "timestamp-changed", what: "the unit of the timestamp" }, both),
  // Wider: an old receiver refuses what is late. Narrower: it accepts what is too old, and new ones refuse what is late.
  "/timestamp/toleranceSeconds": bySize(window, { more: { receiver: "risky" }, less: bothRisky }),
  // Longer: an old receiver forgets too early. Shorter: it refuses a nonce that may be used again.
  "/nonce/retentionSeconds": bySize(retention, { more: bothRisky, less: { receiver: "risky" } }),
  "/token/property": anyChange(
    {
      code: "token-changed",
      what: "the property of the verification token",
      remedy: "Send the token in both properties until all receivers read the new one",
    },
    both,
  ),
  ...Object.fromEntries(
    (
      [
        ["property", "the property of the encrypted body"],
        ["algorithm", "the cipher"],
        ["padding", "the padding"],
        ["keyDerivation", "how the cipher's key is derived"],
        ["ivBytes", "the length of the initialisation vector"],
        ["encoding", "the encoding of the encrypted body"],
      ] as const
    ).map(([name, what]) => [
      `/encryption/${name}`,
      anyChange(
        {
          code: "encryption-changed",
          what,
          remedy: "Let each receiver choose the new encryption, and keep the old one until all have",
        },
        both,
      ),
    ]),
  ),
};
