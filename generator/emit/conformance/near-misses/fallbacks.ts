import type { ByteEdit, Delivery, EncryptionFault } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import { delivering, type Family, type NearMiss } from "./near-miss.js";

/** What is read in place of the decrypted text if the decryption fails. */
const inPlace: readonly (readonly [name: string, fault: EncryptionFault, read: string])[] = [
  ["text", { instead: "text" }, "the text itself"],
  ["base64", { instead: "base64" }, "the decoded Base64"],
  ["base64url", { instead: "base64url" }, "the decoded Base64"],
  ["hex", { instead: "hex" }, "the decoded text"],
  ["value", { instead: "value" }, "the value in place of the text"],
  ["ciphertext-hex", { instead: "ciphertext-hex" }, "the ciphertext in another encoding"],
  ["ciphertext-twice", { instead: "ciphertext-base64-twice" }, "the ciphertext, decoded twice"],
  ["beside-other-key", { key: "other", beside: true }, "the object around the ciphertext"],
  ["beside-broken", { padding: "broken", beside: true }, "the object around the ciphertext"],
  ["beside-cut", { keepBytes: 16, beside: true }, "the object around the ciphertext"],
  ["beside-right", { beside: true }, "the object around the ciphertext"],
  ["beside-text", { instead: "text", beside: true }, "the object around the ciphertext"],
];

/** What is read as the event although nothing was decrypted. */
export const unsealedFamily: Family = {
  name: "unsealed",
  member: "encryption",
  rule: "What can't be decrypted is refused; nothing else is read in its place.",
  on: "main",
  cases({ protocol: { encryption } }) {
    if (encryption === undefined) return [];
    return inPlace.map(
      ([name, fault, read]): NearMiss => ({
        name,
        why: "If something else is read where a decryption fails, encryption protects nothing: anybody may leave it out.",
        cause: `After a failed decryption, ${read} is probably read as the event.`,
        needs: ["encryption"],
        steps: [delivering({ encryption: fault }, ["unprocessable"])],
      }),
    );
  },
};

/** A receiver may refuse the media type first. */
const unreadable: readonly StatusRef[] = ["unprocessable", 400, 415];

const form = "application/x-www-form-urlencoded";

interface Encoded {
  readonly name: string;
  readonly edits: readonly ByteEdit[];
  /** Media type that says so. */
  readonly type?: string;
  readonly mistake: string;
}

const decoders: readonly Encoded[] = [
  { name: "base64", edits: [{ encode: "base64" }], mistake: "decoded from Base64" },
  { name: "base64url", edits: [{ encode: "base64url" }], mistake: "decoded from Base64" },
  { name: "hex", edits: [{ encode: "hex" }], mistake: "decoded from hexadecimal digits" },
  { name: "percent", edits: [{ encode: "percent" }], mistake: "percent-decoded" },
  { name: "form", edits: [{ encode: "form" }], mistake: "parsed as a form" },
  { name: "form-declared", edits: [{ encode: "form" }], type: form, mistake: "parsed as a form" },
  { name: "gzip", edits: [{ compress: "gzip" }], mistake: "decompressed" },
  { name: "deflate", edits: [{ compress: "deflate" }], mistake: "decompressed" },
  { name: "utf-16le", edits: [{ encode: "utf-16le" }], mistake: "decoded from another charset" },
  { name: "utf-16be", edits: [{ encode: "utf-16be" }], mistake: "decoded from another charset" },
  {
    name: "utf-16le-declared",
    edits: [{ encode: "utf-16le" }],
    type: "application/json; charset=utf-16le",
    mistake: "decoded from another charset",
  },
  {
    name: "latin-1-declared",
    edits: [
      { append: "\n" },
      { replace: "}\n", with: ',"added_later":"marked_here"}' },
      { replace: "marked_here", withHex: "e9" },
    ],
    type: "application/json; charset=iso-8859-1",
    mistake: "decoded from another charset",
  },
];

/** A body that isn't JSON, until somebody decodes it. */
export const encodedBodyFamily: Family = {
  name: "encoded-body",
  member: "responses",
  rule: "A body that isn't JSON is refused; no other decoder is tried.",
  on: "main",
  cases: ({ protocol: { signature } }) => {
    // A signature that covers the media type no longer fits.
    const isSigned = (signature?.content ?? []).some(
      (part) => typeof part === "object" && "header" in part && part.header.toLowerCase() === "content-type",
    );
    return decoders
      .filter(({ type }) => type === undefined || !isSigned)
      .map(({ name, edits, type, mistake }): NearMiss => {
        const delivery: Delivery = { body: edits };
        const headers = type === undefined ? undefined : [{ set: "content-type", to: type }];
        return {
          name,
          why: "A body that isn't JSON is no event; a receiver that tries decoders until one fits accepts what nobody sends.",
          cause: `A body that isn't JSON is probably ${mistake} and parsed again.`,
          steps: [delivering(headers === undefined ? delivery : { ...delivery, headers }, unreadable)],
        };
      });
  },
};
