import type { SignedPart } from "@oipkit/runtime/webhook";
import { accepting, altered, asSigned, refusing, type VectorDraft, type VerifierRule } from "../rule.js";
import {
  correctParts,
  isPlainPart,
  type PlainPart,
  type RequestParts,
  type VectorSource,
} from "../signed-request.js";

/** A signed part that is a text of its own, with the value it has in a correct request. */
interface TextPart {
  readonly name: string;
  readonly value: string;
  readonly replace: (text: string) => Partial<RequestParts>;
}

const forms: readonly (readonly [name: string, change: (text: string) => string])[] = [
  ["upper-case", (text) => text.toUpperCase()],
  ["lower-case", (text) => text.toLowerCase()],
  ["extended", (text) => `${text}0`],
  ["shortened", (text) => text.slice(0, -1)],
  ["without-first", (text) => text.slice(1)],
  ["other", () => "another-value"],
  ["quoted", (text) => `"${text}"`],
  ["percent-encoded", (text) => `${text.slice(0, -1)}%${text.charCodeAt(text.length - 1).toString(16)}`],
  ["entity", (text) => `${text.slice(0, -1)}&#${text.charCodeAt(text.length - 1)};`],
  ["inner-space", (text) => `${text.slice(0, 3)} ${text.slice(3)}`],
  ["plus", (text) => `${text.slice(0, 3)}+${text.slice(3)}`],
  ["parameter", (text) => `${text};v=1`],
  ["listed", (text) => `${text}, ${text}`],
  ["point-after", (text) => `${text}.`],
  ["escape-after", (text) => `${text}%00`],
];

/** Headers and the address that the signature covers. */
export const partsAlteredRule: VerifierRule = {
  name: "parts-altered",
  member: "signature",
  near: "signature-content",
  text: "Every header, and the address, that the signature covers is the one that was signed.",
  vectors(source) {
    const why = "What was signed and what is sent must be the same text.";
    const make = refusing({ level: "must", flags: altered, why });
    const fine = accepting({
      level: "must",
      flags: asSigned,
      why: "Any value is authentic if it was signed.",
    });
    return textParts(source).flatMap(({ name, value, replace }) => {
      const others = forms
        .map(([form, change]) => [form, change(value)] as const)
        .filter(([, text]) => text !== value);
      return [
        fine(`${name}-another`, {
          signed: replace(name === "url" ? `${value}?b=2&a=%20x` : "another-value_2.5"),
        }),
        ...others.flatMap(([form, text]) => [
          make(`${name}-to-${form}`, { sent: replace(text) }),
          make(`${name}-from-${form}`, { signed: replace(text), sent: replace(value) }),
        ]),
      ];
    });
  },
};

function textParts(source: VectorSource): readonly TextPart[] {
  const parts = correctParts(source);
  return source.protocol.signature.content.filter(isPlainPart).flatMap((part): readonly TextPart[] => {
    if (part === "body" || part === "timestamp") return [];
    if (typeof part === "string")
      return [{ name: kebab(part), value: parts[part], replace: (text) => ({ [part]: text }) }];
    if (!("header" in part)) return [];
    const name = part.header.toLowerCase();
    const value = parts.others[name];
    if (value === undefined) return [];
    const replace = (text: string): Partial<RequestParts> => ({ others: { ...parts.others, [name]: text } });
    return [{ name: `header-${kebab(name)}`, value, replace }];
  });
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/[^a-z0-9]+/g, "-");
}

/** Bytes that move from one signed part to the next, so that the joined content stays nearly the same. */
export const movedBytesRule: VerifierRule = {
  name: "moved-bytes",
  member: "signature",
  near: "signature-content",
  text: "The signed bytes are divided into parts as they were when they were signed.",
  vectors(source) {
    const { content, separator } = source.protocol.signature;
    const make = refusing({
      level: "must",
      flags: altered,
      why: "Joined in the same way, other parts can make the same bytes; their form or the separator tells them apart.",
    });
    return content.flatMap((part, at) => {
      const before = content[at - 1];
      if (before === undefined || !isText(before) || !isPart(part)) return [];
      return [1, 2, 3].flatMap((count) => moved({ source, before, part, count, separator, make }));
    });
  },
};

type NamedPart = Extract<PlainPart, string>;

function isPart(part: SignedPart): part is NamedPart {
  return typeof part === "string" && isPlainPart(part);
}

function isText(part: SignedPart): part is Exclude<NamedPart, "body" | "url"> {
  return isPart(part) && part !== "body" && part !== "url";
}

interface Move {
  readonly source: VectorSource;
  readonly before: Exclude<NamedPart, "body" | "url">;
  readonly part: NamedPart;
  readonly count: number;
  readonly separator: string;
  readonly make: ReturnType<typeof refusing>;
}

function moved({ source, before, part, count, separator, make }: Move): readonly VectorDraft[] {
  const parts = correctParts(source);
  const first = parts[before];
  const second = Buffer.from(parts[part] as string, part === "body" ? "utf8" : "latin1").toString("latin1");
  const name = `${kebab(before)}-${kebab(part)}-${count}`;
  // A separator that no header can have can't move either.
  const isSendable = /^[\x21-\x7e]*$/.test(separator);
  const place = (text: string, rest: string): Partial<RequestParts> => ({
    [before]: text,
    [part]: part === "body" ? Buffer.from(rest, "latin1") : rest,
  });
  const back = make(`${name}-to-second`, {
    sent: place(first.slice(0, -count), first.slice(-count) + second),
  });
  if (before === "timestamp" || !isSendable || separator === "") return [back];
  const forth = make(`${name}-to-first`, {
    sent: place(first + separator + second.slice(0, count), second.slice(count)),
  });
  return [back, forth];
}
