import type { HeaderChange, MadeSignature, SignedPart } from "../../../../commands/conform/suite/delivery.js";
import { delivering, type Family, incomplete, type NearFacts, type NearMiss } from "./near-miss.js";

/** What is signed: each part, in order, with its separators, with the right key. */
export const signatureContentFamily: Family = {
  name: "signature-content",
  member: "signature/content",
  rule: "Exactly the parts that the protocol names are signed, in its order and with its separators.",
  on: "main",
  cases(facts) {
    // HTTP messages have a family of their own.
    if (facts.protocol.signature?.form !== undefined) return [];
    return [...parts(facts), ...absent(facts), ...orders(facts), ...separators(facts), ...bodies(facts)];
  },
};

/** Whose content is signed by somebody else's rules is a forgery for everybody who follows the protocol's. */
const why =
  "A signature over anything else than the protocol's content doesn't show what was sent, and when.";

function made(name: string, cause: string, how: MadeSignature): NearMiss {
  return { name, why, cause, steps: [delivering({ signature: { made: how } }, ["unauthenticated"])] };
}

function partName(part: SignedPart): string {
  if (typeof part === "string") return part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if ("header" in part) return part.header.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  if ("digest" in part) return "digest";
  return "literal";
}

function signedContent({ protocol }: NearFacts): readonly SignedPart[] {
  return protocol.signature?.content ?? [];
}

/** Each part left out, with and without its separator. */
function parts(facts: NearFacts): readonly NearMiss[] {
  const content = signedContent(facts);
  if (content.length < 2) return [];
  return content.flatMap((part) => {
    const cause = `The ${partName(part)} is probably not part of the signed content.`;
    const without = made(`without-${partName(part)}`, cause, {
      content: content.filter((each) => each !== part),
    });
    if (typeof part !== "string" && "literal" in part) return [without];
    return [
      without,
      made(`blank-${partName(part)}`, cause, { blank: [part] }),
      made(`only-${partName(part)}`, "Only a part of the content is probably signed.", { content: [part] }),
    ];
  });
}

/** A header that isn't sent, or is empty, signed as an empty text. */
function absent(facts: NearFacts): readonly NearMiss[] {
  const content = signedContent(facts);
  return (["timestamp", "nonce"] as const)
    .filter((part) => content.includes(part) && facts.protocol.headers?.[part] !== undefined)
    .flatMap((part) => {
      const missing = (name: string, header: HeaderChange): NearMiss => ({
        name: `${name}-${part}`,
        why: `A delivery that is signed without a ${part} could be replayed forever.`,
        cause: `A ${part} that is missing is probably taken for an empty text.`,
        steps: [delivering({ signature: { made: { blank: [part] } }, headers: [header] }, incomplete)],
      });
      return [missing("absent", { remove: part }), missing("empty", { set: part, to: "" })];
    });
}

/** Every other order of up to three parts; of more, those in which two neighbours change places. */
function orders(facts: NearFacts): readonly NearMiss[] {
  const content = signedContent(facts);
  const cause = "The parts are probably signed in another order.";
  return otherOrders(content).map((order) =>
    made(`order-${order.map(partName).join("-")}`, cause, { content: order }),
  );
}

function otherOrders(content: readonly SignedPart[]): readonly (readonly SignedPart[])[] {
  if (content.length > 3) return content.slice(1).map((_, at) => exchanged(content, at));
  return permutations(content).filter((each) => each.some((part, at) => part !== content[at]));
}

function permutations(content: readonly SignedPart[]): readonly (readonly SignedPart[])[] {
  if (content.length < 2) return [content];
  return content.flatMap((part, at) =>
    permutations([...content.slice(0, at), ...content.slice(at + 1)]).map((rest) => [part, ...rest]),
  );
}

function exchanged(content: readonly SignedPart[], at: number): readonly SignedPart[] {
  const [a, b] = content.slice(at, at + 2) as [SignedPart, SignedPart];
  return [...content.slice(0, at), b, a, ...content.slice(at + 2)];
}

const otherSeparators = [
  ["none", ""],
  ["line-feed", "\n"],
  ["crlf", "\r\n"],
  ["space", " "],
  ["dot", "."],
  ["comma", ","],
  ["colon", ":"],
  ["ampersand", "&"],
  ["two-line-feeds", "\n\n"],
  ["escaped-line-feed", "\\n"],
  ["nul", "\0"],
] as const;

function separators(facts: NearFacts): readonly NearMiss[] {
  const own = facts.protocol.signature?.separator ?? "";
  if (signedContent(facts).length < 2) return [];
  const cause = "The parts are probably joined by another text.";
  const misses = otherSeparators
    .filter(([, text]) => text !== own)
    .map(([name, separator]) => made(`separator-${name}`, cause, { separator }));
  if (own !== "")
    misses.push(
      made("separator-at-end", "A separator probably follows each part.", { after: own }),
      made("separator-at-start", "A separator probably precedes each part.", { before: own }),
    );
  return misses;
}

/** The outer body of an encrypted delivery has only one member to sort. */
const plaintext: NonNullable<NearMiss["needs"]> = ["plaintext"];

/** Other bytes in place of those that are sent. */
function bodies({ protocol, event }: NearFacts): readonly NearMiss[] {
  // The members of a batch's events aren't sorted.
  const isBatched = protocol.event?.batch !== undefined;
  if (isBatched || protocol.signature?.content.includes("body") !== true) return [];
  const parsed =
    "The signature is probably computed over the parsed and reserialized body, not over the bytes as received.";
  const cut =
    "White space is probably removed from the body, or added to it, before the signature is checked.";
  const signed = (name: string, cause: string, over: NonNullable<MadeSignature["over"]>): NearMiss =>
    made(name, cause, { over });
  const trailing: NearMiss = {
    name: "trimmed-body",
    why,
    cause: cut,
    steps: [
      delivering({ outer: [{ append: " \n" }], signature: { made: { over: "trimmed" } } }, [
        "unauthenticated",
      ]),
    ],
  };
  const isSorted = JSON.stringify(event) === JSON.stringify(Object.fromEntries(Object.entries(event).sort()));
  const misses: NearMiss[] = [trailing, signed("body-and-line", cut, "line")];
  if (!isSorted) misses.push({ ...signed("sorted-body", parsed, "sorted"), needs: plaintext });
  if (protocol.token !== undefined)
    misses.push(
      signed("tokenless-body", "The token is probably removed before the signature is checked.", "tokenless"),
    );
  if (protocol.encryption !== undefined)
    misses.push({
      ...signed(
        "decrypted-body",
        "The signature is probably computed over the decrypted body, not over the bytes as received.",
        "plaintext",
      ),
      needs: ["encryption"],
    });
  return misses;
}
