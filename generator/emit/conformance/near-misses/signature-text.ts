import type { SignatureFault } from "../../../../commands/conform/suite/delivery.js";
import { delivering, type Family, type NearFacts, type NearMiss, variations } from "./near-miss.js";

/** The key, the encoding and the text of a signature over the right content. */
export const signatureTextFamily: Family = {
  name: "signature-text",
  ruledInPart: "signatureForm",
  member: "signature",
  rule: "Only the protocol's encoding of the whole signature, made with the right secret, is a signature.",
  on: "main",
  cases(facts) {
    // HTTP messages have a family of their own.
    if (facts.protocol.signature?.form !== undefined) return [];
    return [
      ...keys(facts),
      ...algorithms(facts),
      ...encodings(facts),
      ...prefixes(facts),
      ...digits(facts),
      ...unreadable(facts),
      ...wholes(facts),
    ];
  },
};

const why =
  "Only the whole signature in the protocol's form, made with the secret, shows who sent the request.";

/** A signature that is right, but written in another way. */
function rewritten(miss: NearMiss): NearMiss {
  return { ...miss, ruledBy: "signatureForm" };
}

function faulty(name: string, cause: string, signature: SignatureFault): NearMiss {
  return { name, why, cause, steps: [delivering({ signature }, ["unauthenticated"])] };
}

/** Other texts that the receiver holds; only for secrets that can be any text. */
function keys({ protocol }: NearFacts): readonly NearMiss[] {
  if (protocol.signature?.key !== undefined || !hasSecret(protocol)) return [];
  const cause = "The signature is probably checked with every key that the receiver has.";
  const keyed = (name: string, key: NonNullable<NonNullable<SignatureFault["made"]>["key"]>): NearMiss =>
    faulty(`key-${name}`, cause, { made: { key } });
  const misses: NearMiss[] = [];
  if (protocol.token !== undefined) misses.push(keyed("token", "token"));
  if (protocol.encryption !== undefined)
    misses.push({ ...keyed("encrypt-key", "encrypt-key"), needs: ["encryption"] });
  misses.push(keyed("application", "application"), {
    ...keyed("hashed", "hashed"),
    cause: "The secret is probably hashed or decoded before it is used.",
  });
  return misses;
}

function hasSecret({ signature }: NearFacts["protocol"]): boolean {
  return signature?.algorithm.startsWith("hmac-") === true;
}

/** A valid signature of another algorithm, which the prefix names or conceals. */
function algorithms({ protocol: { signature } }: NearFacts): readonly NearMiss[] {
  const [, number] = /^hmac-sha(\d+)$/.exec(signature?.algorithm ?? "") ?? [];
  if (signature === undefined || number === undefined) return [];
  return (["1", "256", "512"] as const)
    .filter((each) => each !== number)
    .flatMap((each) => {
      const made = { algorithm: `hmac-sha${each}` } as const;
      const concealed = faulty(
        `concealed-sha${each}`,
        "Several algorithms are probably tried, or it is chosen by the length of the signature.",
        { made },
      );
      if (!signature.prefix.includes(number)) return [concealed];
      const named = faulty(`algorithm-sha${each}`, "The algorithm is probably taken from the header.", {
        made,
        prefix: signature.prefix.replace(number, each),
      });
      return [named, concealed];
    });
}

/** The right bytes in another encoding. */
function encodings({ protocol: { signature } }: NearFacts): readonly NearMiss[] {
  if (signature === undefined) return [];
  const cause = "The signature is probably decoded by a lenient decoder before it is compared.";
  const others = (["hex", "base64", "base64url"] as const)
    .filter((encoding) => encoding !== signature.encoding)
    .map((encoding) => rewritten(faulty(`as-${encoding}`, cause, { made: { encoding } })));
  if (signature.encoding !== "hex") return [...others, faulty("upper-case", cause, { upperCase: true })];
  return [...others, rewritten(faulty("mixed-case", cause, { made: { mixedCase: true } }))];
}

/** Other texts before the digits. */
function prefixes({ protocol: { signature } }: NearFacts): readonly NearMiss[] {
  const own = signature?.prefix ?? "";
  const [, name = "", sign = ""] = /^(.+?)(\W)$/.exec(own) ?? [];
  if (name === "") return [];
  const cause = "The prefix is probably cut off, not compared.";
  const others = [
    ["none", ""],
    ["other-sign", `${name}${sign === ":" ? "=" : ":"}`],
    ["doubled-sign", `${own}${sign}`],
    ["inner-space", `${own} `],
    ["space-before-sign", `${name} ${sign}`],
    ["hyphenated", own.replace(/([a-z])(\d)/i, "$1-$2")],
    ["qualified", `hmac-${own}`],
    ["sign-only", sign],
    ["same-length", `${"x".repeat(name.length)}${sign}`],
    ["letter-less", own.slice(1)],
    ["letter-more", `x${own}`],
    ["capital", own.slice(0, 1).toUpperCase() + own.slice(1)],
    ["quoted", `"${own}`],
  ] as const;
  return others
    .filter(([, prefix]) => prefix !== own)
    .map(([each, prefix]) => rewritten(faulty(`prefix-${each}`, cause, { prefix })));
}

/** The whole text of the header varied. */
function wholes({ protocol: { signature } }: NearFacts): readonly NearMiss[] {
  const isText = signature?.fields === undefined && signature?.listSeparator === undefined;
  const anywhere = ["swapped", "percent-encoded", "quoted"];
  // These could make an entry of their own.
  const names = isText ? [...anywhere, "doubled", "inner-space", "listed-last", "extended-word"] : anywhere;
  // Otherwise, the first two characters are of a prefix or of a field's name, and the signature stays right.
  const startsWithDigits = signature?.prefix === "" && signature.fields === undefined;
  return variations
    .filter(({ name }) => names.includes(name))
    .map(({ name, as, mistake }) => ({
      name: `text-${name}`,
      ...((name !== "swapped" || !startsWithDigits) && { ruledBy: "signatureForm" as const }),
      why,
      cause: `The signature is probably ${mistake}.`,
      steps: [delivering({ headers: [{ vary: "signature", as }] }, ["unauthenticated"])],
    }));
}

/** Wrong signatures whose text makes careless code throw. */
function unreadable({ protocol: { signature } }: NearFacts): readonly NearMiss[] {
  const throws = (name: string, cause: string, suffix: string): NearMiss => ({
    ...faulty(name, cause, { altered: true, suffix }),
    causeIf: ["accepted", "error"],
  });
  const beyond = throws(
    "beyond-ascii",
    "The comparison probably throws an error at a text that isn't ASCII, as Python's `compare_digest` does; compare bytes.",
    "\u00e9",
  );
  const { fields } = signature ?? {};
  if (fields === undefined) return [beyond];
  const valueless = throws(
    "field-without-value",
    "The value of a field that has none is probably used without a check.",
    `${fields.separator}${fields.signature}`,
  );
  return [beyond, valueless];
}

/** In bytes. */
const lengths: Readonly<Record<string, number>> = {
  "hmac-sha1": 20,
  "hmac-sha256": 32,
  "hmac-sha512": 64,
  ed25519: 64,
};

/** Digits that are missing, wrong or too many. */
function digits({ protocol: { signature } }: NearFacts): readonly NearMiss[] {
  const bytes = lengths[signature?.algorithm ?? ""];
  // The length of any other signature varies, or depends on the key.
  if (bytes === undefined) return [];
  const length = signature?.encoding === "hex" ? 2 * bytes : Math.floor((4 * bytes) / 3);
  const padded = 4 * Math.ceil(bytes / 3);
  // The last digit of Base64 has bits without a meaning, which some decoders ignore.
  const ends = { hex: [length], base64: padded > length ? [padded] : [], base64url: [] }[
    signature?.encoding ?? "hex"
  ];
  const short = "Only as many characters of the signature are probably compared as were sent.";
  const partly = "Only a part of the signature is probably compared.";
  const more = "Only as many characters of the signature are probably compared as a right one has.";
  const cut = [1, 2, 8, 16, length / 2, length - 8, length - 2, length - 1].map(Math.floor);
  const places = [2, 3, 8, 9, 16, 17, 20, 32, 33, length / 2 + 1, length - 1, ...ends].map(Math.floor);
  const within = (numbers: readonly number[]): readonly number[] =>
    [...new Set(numbers)].filter((each) => each > 0);
  const hasSeveral = signature?.fields !== undefined || signature?.listSeparator !== undefined;
  const suffixes = hasSeveral ? single : [...single, ...several];
  return [
    ...within(cut).map((count) => {
      const miss = faulty(`only-${count}`, short, { digits: count });
      // Half a byte of 0 is the whole byte for some decoders, so the bytes may still be the right ones.
      return count === length - 1 ? rewritten(miss) : miss;
    }),
    ...within(places).map((at) => faulty(`altered-${at}`, partly, { altered: at })),
    ...suffixes.map(([name, suffix]) => rewritten(faulty(`followed-by-${name}`, more, { suffix }))),
  ];
}

/** Texts after the digits that are no second entry of a header with several. */
const single = [
  ["digit", "0"],
  ["block", "00000000"],
  ["equals", "="],
  ["escape", "%00"],
  ["quote", '"'],
] as const;

/** Texts that are an entry or an empty one, where a header has several. */
const several = [
  ["semicolon", ";"],
  ["comma", ","],
  ["list", ", x"],
  ["parameter", ";v=1"],
] as const;
