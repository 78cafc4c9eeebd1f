import type { SignedPart } from "@oipkit/runtime/webhook";
import type { Variation } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import { delivering, type Family, type NearFacts, type NearMiss } from "./near-miss.js";

/** How a text is sent after it was signed, and what a receiver does to it that takes it for the signed one. */
interface Spelling {
  readonly name: string;
  readonly as: Variation;
  /** Words that follow "is probably". */
  readonly mistake: string;
  /** Whether it has bytes beyond ASCII. */
  readonly bytes?: true;
}

const decoded = "decoded before it is signed";
const cut = "cut at a separator before it is signed";
const trimmed = "trimmed of more than HTTP's white space before it is signed";
const cleaned = "reduced to its letters and digits before it is signed";
const normalized = "normalized before it is signed";

/** Other spellings of a text. */
const spellings: readonly Spelling[] = [
  { name: "percent-encoded", as: "percent-encoded", mistake: decoded },
  { name: "entity-encoded", as: "entity-encoded", mistake: decoded },
  { name: "percent-space", as: { after: "%20" }, mistake: decoded },
  { name: "percent-newline", as: { after: "%0A" }, mistake: decoded },
  { name: "percent-nul", as: { after: "%00" }, mistake: decoded },
  { name: "plus-at-end", as: { after: "+" }, mistake: decoded },
  { name: "quoted", as: "quoted", mistake: decoded },
  { name: "escaped", as: "escaped", mistake: decoded },
  { name: "encoded-word", as: "encoded-word", mistake: decoded },
  { name: "extended-value", as: { before: "UTF-8''" }, mistake: decoded },
  { name: "in-base64", as: "in-base64", mistake: decoded },
  { name: "in-hex", as: "in-hex", mistake: decoded },
  { name: "other-case", as: "other-case", mistake: "converted to one case before it is signed" },
  { name: "joined", as: "joined", mistake: cut },
  { name: "listed-first", as: { after: ",x" }, mistake: cut },
  { name: "listed-last", as: { before: "x, " }, mistake: cut },
  { name: "parameter", as: { after: ";v=1" }, mistake: cut },
  { name: "extended-word", as: { after: " x" }, mistake: cut },
  { name: "inner-space", as: "inner-space", mistake: cleaned },
  { name: "in-braces", as: { before: "{", after: "}" }, mistake: cleaned },
  { name: "in-brackets", as: { before: "<", after: ">" }, mistake: cleaned },
  { name: "comment", as: { after: " (x)" }, mistake: cleaned },
  { name: "no-break-space", as: { after: "\u00a0" }, mistake: trimmed, bytes: true },
  { name: "ideographic-space", as: { before: "\u3000" }, mistake: trimmed, bytes: true },
  { name: "mark", as: { before: "\ufeff" }, mistake: trimmed, bytes: true },
  { name: "soft-hyphen", as: { after: "\u00ad" }, mistake: normalized, bytes: true },
  { name: "full-width", as: "full-width", mistake: normalized, bytes: true },
  { name: "accented", as: "accented", mistake: normalized, bytes: true },
  { name: "low-bytes", as: "low-bytes", mistake: "reduced to one byte for each character", bytes: true },
];

const why =
  "The signature covers the header as it was sent, not what somebody reads from it; otherwise it can be altered on its way.";

type Role = "nonce" | "deliveryId" | "eventId" | "eventType";

const roles: readonly (readonly [role: Role, words: string])[] = [
  ["nonce", "nonce"],
  ["deliveryId", "delivery's id"],
  ["eventId", "event's id"],
  ["eventType", "event's type"],
];

/** Each header that the signature covers, sent in another spelling than it was signed in. */
export const alteredHeaderFamily: Family = {
  name: "altered-header",
  member: "signature/content",
  rule: "A header is signed as it is sent, not as the text that is read from it.",
  on: "main",
  alters: true,
  cases: (facts) => signedTexts(facts).flatMap((text) => spellings.map((each) => altered(text, each))),
};

/** A header whose text is signed, by role or by name. */
interface SignedText {
  readonly ref: string;
  /** The beginning of the cases' names. */
  readonly name: string;
  readonly words: string;
  /** What else a receiver may answer, since it also compares the header with the event. */
  readonly otherwise: readonly StatusRef[];
}

function altered(
  { ref, name, words, otherwise }: SignedText,
  { name: spelling, as, mistake, bytes }: Spelling,
): NearMiss {
  const status: StatusRef[] = ["unauthenticated", ...otherwise];
  if (bytes && !status.includes(400)) status.push(400);
  return {
    name: `${name}-${spelling}`,
    why,
    cause: `The ${words} is probably ${mistake}.`,
    steps: [delivering({ headers: [{ vary: ref, as }] }, status)],
  };
}

function signedTexts({ protocol: { signature, headers } }: NearFacts): readonly SignedText[] {
  const content: readonly SignedPart[] = signature?.content ?? [];
  const own = roles
    .filter(([role]) => content.includes(role) && headers?.[role] !== undefined)
    .map(([role, words]): SignedText => {
      const otherwise: readonly StatusRef[] = role === "nonce" ? [] : ["unprocessable", 400];
      return { ref: role, name: dashed(role), words, otherwise };
    });
  const known = new Set(Object.values(headers ?? {}).map((name) => name.toLowerCase()));
  const further = content.flatMap((part): SignedText[] => {
    if (typeof part === "string" || !("header" in part)) return [];
    const { header } = part;
    // These have a meaning for HTTP itself, which decides first.
    if (["host", "content-type"].includes(header.toLowerCase()) || known.has(header.toLowerCase())) return [];
    return [{ ref: header, name: dashed(header), words: `header ${header}`, otherwise: [] }];
  });
  return [...own, ...further];
}

function dashed(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}

/** A request that is sent again with its nonce spelled differently. */
export const respelledNonceFamily: Family = {
  name: "respelled-nonce",
  member: "nonce",
  rule: "A recorded request is refused in whatever spelling its nonce is sent again.",
  on: "main",
  cases({ protocol: { nonce, headers, signature } }) {
    // A nonce that isn't signed may be replaced by any other.
    const isSigned = signature?.content.includes("nonce") === true;
    if (nonce === undefined || headers?.nonce === undefined || !isSigned) return [];
    return spellings.map(({ name, as, mistake, bytes }) => ({
      name,
      why: "A recorded request must not be accepted again because its nonce, spelled differently, looks new.",
      cause: `The nonce is probably ${mistake}, but reserved as it was sent.`,
      steps: [
        delivering({ nonce: "n" }, ["accepted"]),
        {
          repeat: 1,
          headers: [{ vary: "nonce", as }],
          expect: { status: bytes ? ["unauthenticated", 400] : ["unauthenticated"] },
        },
      ],
    }));
  },
};
