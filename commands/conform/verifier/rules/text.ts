import { formatSignatureHeader, type SignatureScheme } from "@oipkit/runtime/webhook";
import { accepting, refusing, type VectorDraft, type VerifierRule } from "../rule.js";
import { correctParts, encodedSignature, type VectorSource } from "../signed-request.js";
import type { VerifierFlag } from "../verifier-vectors.js";

const otherForm: readonly VerifierFlag[] = ["other-form"];

/** The right bytes in another form; whether a lenient reader may take them, hardly any documentation says. */
export const signatureFormRule: VerifierRule = {
  name: "signature-form",
  member: "signature",
  near: "signature-text",
  text: "A signature is written in the protocol's encoding and with its prefix.",
  vectors(source) {
    const make = refusing({
      level: "info",
      flags: otherForm,
      why: "The platform writes signatures in one form; any other wasn't written by it.",
    });
    const {
      protocol: { signature },
    } = source;
    const right = encodedSignature(source, {}, correctParts(source));
    const digits = signature.encoding === "hex" ? hexForms : base64Forms;
    const usual = formatSignatureHeader(signature, [right], correctParts(source).timestamp);
    return [
      ...digits
        .map(([name, change]) => [name, change(right)] as const)
        .filter(([, text]) => text !== right)
        .map(([name, text]) => make(name, { digits: () => text })),
      ...otherEncodings(signature, right).map(([name, text]) => make(name, { digits: () => text })),
      ...prefixes(signature).map(([name, prefix]) =>
        make(`prefix-${name}`, {
          header: (text) =>
            formatSignatureHeader({ ...signature, prefix }, [text], correctParts(source).timestamp),
        }),
      ),
      ...wholes
        .filter(
          ([name, change]) =>
            change(usual) !== usual && (name !== "bearer" || signature.listSeparator === undefined),
        )
        .map(([name, change]) => make(`header-${name}`, { header: (_, text) => change(text) })),
    ];
  },
};

type TextForm = readonly [name: string, change: (text: string) => string];

const hexForms: readonly TextForm[] = [
  ["upper-case", (text) => text.toUpperCase()],
  ["mixed-case", (text) => text.replace(/[a-f]/, (letter) => letter.toUpperCase())],
  ["0x", (text) => `0x${text}`],
  ["colons", (text) => text.replace(/..(?=.)/g, "$&:")],
  ["inner-space", (text) => `${text.slice(0, 8)} ${text.slice(8)}`],
  ["letters-after", (text) => `${text}zz`],
  ["equals-after", (text) => `${text}=`],
  ["half-byte-after", (text) => `${text}0`],
  ["half-byte-before", (text) => `0${text}`],
  ["escape-after", (text) => `${text}%00`],
  ["percent-encoded", (text) => `%3${text.slice(0, 1)}${text.slice(1)}`],
];

const base64Forms: readonly TextForm[] = [
  ["url-alphabet", (text) => text.replaceAll("+", "-").replaceAll("/", "_")],
  ["unpadded", (text) => text.replace(/={1,2}$/, "")],
  ["padded-more", (text) => `${text}=`],
  ["unused-bits", unusedBits],
  ["inner-space", (text) => `${text.slice(0, 8)} ${text.slice(8)}`],
  ["inner-dollar", (text) => `${text.slice(0, 8)}$${text.slice(8)}`],
  ["inner-padding", (text) => `${text.slice(0, 8)}=${text.slice(8)}`],
  ["block-after", (text) => `${text}AAAA`],
  ["letters-after", (text) => `${text}%%`],
  ["dot-after", (text) => `${text}.`],
  ["percent-encoded", (text) => encodeURIComponent(text)],
  ["spaces-for-plus", (text) => text.replaceAll("+", " ")],
];

/** The last character before the padding with bits that no byte has. */
function unusedBits(text: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const [, start = "", last = "", padding = ""] = /^(.*)([^=])(=+)$/.exec(text) ?? [];
  if (padding === "") return text;
  return `${start}${alphabet[alphabet.indexOf(last) + 1] ?? "B"}${padding}`;
}

function otherEncodings(
  { encoding }: SignatureScheme,
  right: string,
): readonly (readonly [string, string])[] {
  const bytes = Buffer.from(right, encoding);
  const others: readonly (readonly [string, string])[] = [
    ["as-hex", bytes.toString("hex")],
    ["as-base64", bytes.toString("base64")],
    ["as-base64url", bytes.toString("base64url")],
    ["as-base64-of-text", Buffer.from(right).toString("base64")],
    ["as-latin-1", bytes.toString("hex").replace(/../g, "\\x$&")],
  ];
  return others.filter(
    ([, text]) => text !== right && Buffer.from(text, encoding).toString(encoding) !== right,
  );
}

function prefixes({ prefix }: SignatureScheme): readonly (readonly [name: string, prefix: string])[] {
  const others: readonly (readonly [string, string])[] = [
    ["none", ""],
    ["upper-case", prefix.toUpperCase()],
    ["capital", prefix.slice(0, 1).toUpperCase() + prefix.slice(1)],
    ["twice", prefix + prefix],
    ["space-after", `${prefix} `],
    ["other-sign", prefix.replace(/\W$/, ":")],
    ["longer", `x${prefix}`],
    ["shorter", prefix.slice(1)],
    ["other", prefix.replace(/\d+/, "9")],
    ["quote", `"${prefix}`],
  ];
  const names = new Map(
    others.filter(([, text]) => text !== prefix && text !== "").map(([name, text]) => [text, name]),
  );
  const none = prefix === "" ? [] : [["none", ""] as const];
  return [...none, ...[...names].map(([text, name]) => [name, text] as const)];
}

const wholes: readonly TextForm[] = [
  ["quoted", (text) => `"${text}"`],
  ["listed-first", (text) => `${text}, other`],
  ["listed-last", (text) => `other, ${text}`],
  ["twice", (text) => `${text}, ${text}`],
  ["parameter", (text) => `${text};v=1`],
  ["bearer", (text) => `Bearer ${text}`],
  ["bracketed", (text) => `[${text}]`],
  ["percent-encoded", (text) => encodeURIComponent(text)],
  ["reversed", (text) => [...text].reverse().join("")],
];

/** Headers that have no signature in them. */
export const signatureMalformedRule: VerifierRule = {
  name: "signature-malformed",
  member: "signature",
  near: "signature-text",
  text: "A header without a signature in it authenticates nothing.",
  vectors(source) {
    const make = refusing({
      level: "must",
      flags: ["malformed"],
      why: "Whatever can't be read must be refused, not skipped.",
    });
    const {
      protocol: { signature },
    } = source;
    const format = (digits: string): string =>
      formatSignatureHeader(signature, [digits], correctParts(source).timestamp);
    const texts: readonly (readonly [string, string])[] = [
      ["word", "malformed"],
      ["digits-empty", format("")],
      ["digits-word", format("malformed!")],
      ["digits-null", format("null")],
      ["digits-undefined", format("undefined")],
      ["digits-true", format("true")],
      ["digits-object", format("[object Object]")],
      ["comma", ","],
      ["space-only-entries", "x x x"],
      ["equals", "="],
      ["semicolon", ";"],
      ["null", "null"],
      ["zero", "0"],
      ["prefix-only", signature.prefix.trim() || "-"],
      ["true", "true"],
      ["star", "*"],
      ["none", "none"],
      ["long", "0".repeat(8192)],
      ["many-commas", ",".repeat(2000)],
      ["many-spaces-inside", `x${" ".repeat(2000)}x`],
      ["json", '{"$ne":null}'],
      ["proto", "__proto__=1,constructor=1"],
      ["digits-wide", format("\u00ff".repeat(64))],
    ];
    return texts.map(([name, text]) => make(name, { header: () => text }));
  },
};

/** A header that may hold several signatures. */
export const severalSignaturesRule: VerifierRule = {
  name: "several-signatures",
  member: "signature",
  text: "One signature that fits is enough; those of other versions are ignored.",
  vectors(source) {
    const {
      protocol: { signature },
    } = source;
    const { fields, listSeparator } = signature;
    if (fields === undefined && listSeparator === undefined) return [];
    const { timestamp } = correctParts(source);
    const wrong = encodedSignature(source, { secret: source.secrets[1] }, correctParts(source));
    const plan = (entries: (right: string) => readonly string[]) => ({
      header: (right: string) => formatSignatureHeader(signature, entries(right), timestamp),
    });
    const yes = accepting({
      level: "must",
      flags: ["authentic", "rotation"],
      why: "During a rotation, a request has a signature for each secret, and one that fits is enough.",
    });
    const no = refusing({
      level: "must",
      flags: ["forged", "rotation"],
      why: "Several signatures of which none fits are no signature.",
    });
    return [
      yes(
        "first-of-two",
        plan((right) => [right, wrong]),
      ),
      yes(
        "second-of-two",
        plan((right) => [wrong, right]),
      ),
      yes(
        "second-of-three",
        plan((right) => [wrong, right, wrong]),
      ),
      yes(
        "last-of-five",
        plan((right) => [wrong, wrong, wrong, wrong, right]),
      ),
      yes(
        "twice",
        plan((right) => [right, right]),
      ),
      no(
        "two-wrong",
        plan(() => [wrong, wrong]),
      ),
      no(
        "five-wrong",
        plan(() => [wrong, wrong, wrong, wrong, wrong]),
      ),
      no(
        "halves",
        plan((right) => [right.slice(0, right.length / 2), right.slice(right.length / 2)]),
      ),
      no(
        "wrong-and-empty",
        plan(() => [wrong, ""]),
      ),
      no(
        "empty-twice",
        plan(() => ["", ""]),
      ),
      ...otherVersions(source, wrong),
    ];
  },
};

/** Entries of other versions: with the right digits they don't count, and next to the right entry they do no harm. */
function otherVersions(source: VectorSource, wrong: string): readonly VectorDraft[] {
  const {
    protocol: { signature },
  } = source;
  const { timestamp } = correctParts(source);
  const yes = accepting({
    level: "must",
    flags: ["authentic", "rotation"],
    why: "Signatures of other versions of the scheme are ignored.",
  });
  const no = refusing({
    level: "must",
    flags: ["forged", "rotation"],
    why: "An entry of another version isn't a signature of this one, whatever its digits.",
  });
  const own = (right: string, name: string): string => entry(signature, name, right);
  const between = signature.fields?.separator ?? signature.listSeparator ?? "";
  const usual = (right: string): string => formatSignatureHeader(signature, [right], timestamp);
  const names = ["v0", "v9", "v1a", "v11", "xv1", "V1"];
  return names.flatMap((name) => [
    no(`version-${name}`, { header: (right) => withTime(source, own(right, name)) }),
    yes(`beside-version-${name}`, { header: (right) => `${usual(right)}${between}${own(wrong, name)}` }),
    no(`wrong-beside-version-${name}`, { header: (right) => `${usual(wrong)}${between}${own(right, name)}` }),
  ]);
}

function entry({ fields, prefix }: SignatureScheme, name: string, digits: string): string {
  if (fields !== undefined) return `${name}${fields.assignment}${digits}`;
  return `${name}${prefix.replace(/^\w*/, "")}${digits}`;
}

function withTime(source: VectorSource, text: string): string {
  const { fields } = source.protocol.signature;
  if (fields?.timestamp === undefined) return text;
  const { timestamp } = correctParts(source);
  return `${fields.timestamp}${fields.assignment}${timestamp}${fields.separator}${text}`;
}
