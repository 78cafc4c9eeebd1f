import type { Delivery, EncryptionFault } from "../../../../commands/conform/suite/delivery.js";
import type { PaddingFault } from "../../../../commands/conform/suite/padding-fault.js";
import type { Case, StatusRef } from "../../../../commands/conform/suite/suite.js";
import { delivering, type Family, type NearMiss } from "./near-miss.js";

const needs: NonNullable<Case["needs"]> = ["encryption"];
const unprocessable: readonly StatusRef[] = ["unprocessable"];

function sealed(
  name: string,
  [why, cause]: readonly [string, string],
  [encryption, status = unprocessable]: readonly [EncryptionFault, (readonly StatusRef[])?],
): NearMiss {
  return { name, why, cause, needs, steps: [delivering({ encryption }, status)] };
}

const paddingFaults: readonly PaddingFault[] = [
  "none",
  "zeros",
  "zeros-and-length",
  "others-and-length",
  "bit",
  "first-wrong",
  "middle-wrong",
  "last-but-one-wrong",
  "seventeen",
  "two-blocks",
];

/** The end of the last block. */
export const paddingFamily: Family = {
  name: "padding",
  member: "encryption",
  rule: "Padding other than PKCS#7 is a decryption error, and each of its lengths is valid.",
  on: "main",
  cases({ protocol: { encryption } }) {
    if (encryption === undefined) return [];
    const wrong = [
      "Padding other than PKCS#7 is a decryption error, even if the text before it is right.",
      "The padding is probably removed by hand, without a check of each of its bytes.",
    ] as const;
    const right = [
      "Each length of padding, a whole block among them, is valid.",
      "The padding is probably removed by hand, and this length isn't handled.",
    ] as const;
    return [
      ...paddingFaults.map((padding) => sealed(padding, wrong, [{ padding }])),
      ...Array.from({ length: 16 }, (_, at) =>
        sealed(`length-${at + 1}`, right, [{ paddingBytes: at + 1 }, ["accepted"]]),
      ),
    ];
  },
};

/** Whole blocks, and nothing else. */
export const cipherTextFamily: Family = {
  name: "ciphertext",
  member: "encryption",
  rule: "Anything but a vector and whole blocks is a decryption error.",
  on: "main",
  cases({ protocol: { encryption } }) {
    if (encryption === undefined) return [];
    const facts = [
      "The ciphertext is whole blocks from its first byte to its last; others show that it was altered.",
      "The ciphertext is probably cut to whole blocks, or bytes after its end are ignored.",
    ] as const;
    return [
      ...[1, 8, 15].map((bytes) =>
        sealed(`followed-by-${bytes}`, facts, [{ appendHex: "00".repeat(bytes) }]),
      ),
      sealed("followed-by-block", facts, [{ appendHex: "5a".repeat(16) }]),
      sealed("followed-by-zeros", facts, [{ appendHex: "00".repeat(16) }]),
      ...[1, 15, 17, 31, 32, 48].map((bytes) => sealed(`cut-to-${bytes}`, facts, [{ keepBytes: bytes }])),
    ];
  },
};

/** The encoded text. */
export const base64Family: Family = {
  name: "base64",
  member: "encryption",
  rule: "Text that isn't Base64 is a decryption error.",
  on: "main",
  cases({ protocol: { encryption } }) {
    if (encryption?.encoding !== "base64") return [];
    const facts = [
      "The encrypted text is Base64 from its first character to its last.",
      "The Base64 decoder is probably lenient: many skip characters that don't belong to it, or stop at them.",
    ] as const;
    const edited = (name: string, encoded: EncryptionFault["encoded"] & {}): NearMiss =>
      sealed(name, facts, [{ encoded }]);
    return [
      edited("followed-by-letter", [{ append: "!" }]),
      edited("after-letter", [{ prepend: "!" }]),
      edited("after-url", [{ prepend: "data:application/octet-stream;base64," }]),
      edited("after-name", [{ prepend: "base64:" }]),
      edited("followed-by-nul", [{ append: "\0" }]),
      edited("followed-by-more", [{ append: "=AAAA" }]),
      edited("quoted", [{ prepend: '"' }, { append: '"' }]),
      edited("in-brackets", [{ prepend: "<" }, { append: ">" }]),
      edited("followed-by-comma", [{ append: "," }]),
    ];
  },
};

/** Base64 that isn't canonical: only the decoder's leniency tells it from the right text. */
export const canonicalFamily: Family = {
  name: "base64-canonical",
  member: "encryption",
  rule: "Base64 is canonical.",
  on: "main",
  cases({ protocol: { encryption } }) {
    if (encryption?.encoding !== "base64") return [];
    const facts = [
      "Base64 has one form of each text; others show that somebody rewrote it.",
      "The Base64 decoder is probably lenient.",
    ] as const;
    const open = (name: string, encoded: EncryptionFault["encoded"] & {}): NearMiss => ({
      ...sealed(name, facts, [{ encoded }]),
      level: "info",
    });
    return [
      open("followed-by-line", [{ append: "\n" }]),
      open("followed-by-space", [{ append: " " }]),
      open("after-space", [{ prepend: " " }]),
      open("more-padding", [{ append: "=" }]),
      open("most-padding", [{ append: "====" }]),
    ];
  },
};

/** The outer body of an encrypted delivery. */
export const outerFamily: Family = {
  name: "outer",
  member: "encryption/property",
  rule: "The outer body of an encrypted delivery is a JSON object with only the encrypted text.",
  on: "main",
  cases({ protocol: { encryption, token } }) {
    if (encryption === undefined) return [];
    const { property } = encryption;
    const miss = (name: string, delivery: Delivery): NearMiss => ({
      name,
      why: "The outer body contains only the encrypted text; whatever else is in it isn't protected.",
      cause: "The outer body is probably parsed leniently, or only its one field is looked at.",
      needs,
      steps: [delivering(delivery, unprocessable)],
    });
    const name = `"${property}":`;
    const extra = (value: unknown): Delivery => ({ encryption: { extra: { added_later: value } } });
    const misses = [null, false, 0, "", [], {}].map((value) =>
      miss(`besides-${JSON.stringify(value).replace(/\W+/g, "") || emptyKind(value)}`, extra(value)),
    );
    if (token !== undefined)
      misses.push(miss("besides-token-name", { encryption: { extra: { [token.property]: "" } } }));
    misses.push(
      miss("besides-inherited-name", { outer: [{ replace: "{", with: '{"__proto__":{},' }] }),
      miss("besides-other-case", { encryption: { extra: { [property.toUpperCase()]: "" } } }),
      miss("name-in-other-case", { outer: [{ replace: name, with: name.toUpperCase() }] }),
      miss("in-array", { outer: [{ prepend: "[" }, { append: "]" }] }),
      miss("text-in-array", {
        outer: [
          { replace: name, with: `${name}[` },
          { replace: "}", with: "]}" },
        ],
      }),
      miss("followed-by-brace", { outer: [{ append: "}" }] }),
      miss("followed-by-object", { outer: [{ append: "{}" }] }),
      miss("followed-by-nul", { outer: [{ append: "\0" }] }),
      miss("followed-by-comment", { outer: [{ append: "// comment" }] }),
      miss("after-letter", { outer: [{ prepend: "x" }] }),
      miss("after-mark", { outer: [{ prepend: "\ufeff" }] }),
      miss("invalid-utf-8", { outer: [{ appendHex: "ff" }] }),
      miss("trailing-comma", { outer: [{ replace: "}", with: ",}" }] }),
    );
    return misses;
  },
};

function emptyKind(value: unknown): string {
  if (Array.isArray(value)) return "empty-array";
  if (typeof value === "string") return "empty-text";
  return "empty-object";
}
