import { derivePublicKey, type Protocol, sign, verifySignature } from "../../../runtime/webhook/index.js";
import type { ReadRequest, Seen } from "../commands/conform/faults.js";
import { equalities } from "../commands/conform/near-misses/equalities.js";
import { equalityEquivalents } from "../commands/conform/near-misses/equality-mutants.js";
import { type CarelessReceiver, carelessMessages } from "./careless-messages.js";
import { freshnesses, jsonReaders, numberReaders, textReaders } from "./careless-pieces.js";

type Scheme = Protocol["signature"];
type Text = "timestamp" | "nonce" | "deliveryId" | "eventId" | "eventType";
type Parts = Readonly<Record<Text, string>> & { readonly body: Buffer };

const texts: readonly Text[] = ["timestamp", "nonce", "deliveryId", "eventId", "eventType"];
/** Comparisons that are exact for what a header can carry; one that is missing counts as empty. */
const exact: readonly string[] = Object.keys(equalityEquivalents)
  .filter((name) => name.startsWith("signature-") && !/(?:falsy|empty)-passes$/.test(name))
  .map((name) => name.replace("signature-", ""));

/** Comparisons of the whole header that a scheme allows: there may be other entries beside the right one. */
const ofLists = ["first-word", "first-item", "last-item", "any-item"];
const ofFields = [...ofLists, "no-spaces", "ends-with", "final-pattern"];
/** They only differ from an exact one where the name of the time is wrong too, without which there is no right text. */
const timeless = [
  "ended-by",
  "all-but-first",
  "falsy-passes",
  "empty-passes",
  "decoded",
  "same-characters",
  "same-sum",
  "zero-accumulator",
];
/** A plus sign, which half of all signatures in Base64 have, has another meaning in a pattern. */
const patterns = ["pattern", "anchored-pattern", "final-pattern", "insensitive-pattern"];

function findEquivalents({ fields, listSeparator, encoding }: Scheme): readonly string[] {
  return [
    ...exact,
    ...(listSeparator === undefined ? [] : ofLists),
    ...(fields === undefined ? [] : ofFields),
    ...(fields?.timestamp === undefined ? [] : timeless),
    ...(encoding === "hex" ? [] : patterns),
  ];
}

/** Every careless receiver of a scheme whose platform signs with `secret`. */
export function carelessReceivers(protocol: Protocol, secret: string): readonly CarelessReceiver[] {
  if (protocol.signature.form !== undefined) return carelessMessages(protocol, secret);
  const tools = createTools(protocol, secret);
  return [
    ...carelessSignatures(protocol, tools),
    ...signedAsRead(protocol, tools),
    ...(protocol.timestamp === undefined ? [] : carelessTimes(protocol.timestamp.toleranceSeconds, tools)),
    // A batch has no family of near misses of its JSON.
    ...(protocol.event.batch === undefined ? carelessParsers(tools) : []),
  ];
}

interface Tools {
  readonly given: (request: ReadRequest) => string;
  readonly wanted: (request: ReadRequest) => string;
  readonly parts: (request: ReadRequest) => Parts;
  readonly isSigned: (request: ReadRequest, signature?: Scheme, parts?: Parts) => boolean;
  /** As if it had been sent and signed with these values. */
  readonly resigned: (request: ReadRequest, changes?: Partial<Parts>) => Seen;
}

function createTools(protocol: Protocol, secret: string): Tools {
  const { signature: scheme, headers } = protocol;
  const header = headers.signature.toLowerCase();
  const given = (request: ReadRequest): string => request.header(header) ?? "";
  const parts = (request: ReadRequest): Parts => requestParts(protocol, request);
  const keys = scheme.algorithm.startsWith("hmac-")
    ? { secrets: [secret] }
    : { publicKeys: [derivePublicKey(protocol, secret)] };
  return {
    given,
    parts,
    wanted: (request) => sign({ protocol, secret, ...parts(request) }),
    isSigned: (request, signature = scheme, own = parts(request)) =>
      verifySignature({ protocol: { signature }, ...keys, signature: given(request), ...own }),
    resigned(request, changes = {}) {
      const all = { ...parts(request), ...changes };
      const own = texts.flatMap((each) => {
        const name = each in headers ? headers[each as keyof typeof headers] : undefined;
        if (name === undefined) return [];
        return [[name, all[each]] as const];
      });
      const signature = sign({ protocol, secret, ...all });
      return { headers: { ...Object.fromEntries(own), [header]: signature }, body: all.body };
    },
  };
}

function carelessSignatures(
  { signature: scheme }: Protocol,
  { given, wanted, parts, isSigned, resigned }: Tools,
): readonly CarelessReceiver[] {
  const careless = (name: string, isRight: (request: ReadRequest) => boolean): CarelessReceiver => ({
    name,
    near: ["*/signature/*", "*/near/signature-*"],
    act: (request) => (attempt(() => isRight(request)) === true ? resigned(request) : {}),
  });
  const equivalents = findEquivalents(scheme);
  const compared = isRepeatable(scheme) ? equalities.filter(({ name }) => !equivalents.includes(name)) : [];
  return [
    ...compared.map(({ name, expression }) => {
      const equal: (given: string, wanted: string) => boolean = new Function(`return ${expression}`)();
      return careless(`signature-${name}`, (request) => equal(given(request), wanted(request)));
    }),
    ...otherSchemes(scheme).map(([name, other]) =>
      careless(`signed-${name}`, (request) => isSigned(request, other)),
    ),
    ...scheme.content
      .filter((part): part is Text => texts.includes(part as Text))
      .map((part) =>
        careless(`signed-blank-${part}`, (request) =>
          isSigned(request, scheme, { ...parts(request), [part]: "" }),
        ),
      ),
  ];
}

/** Parts that are signed as they were read, not as they were sent. */
function signedAsRead(
  { signature: scheme, timestamp }: Protocol,
  { parts, isSigned, resigned }: Tools,
): readonly CarelessReceiver[] {
  const careless = (name: string, change: (own: Parts) => Partial<Parts>): CarelessReceiver => ({
    name: `read-${name}`,
    near: ["*/near/altered-*"],
    act(request) {
      const changes = attempt(() => change(parts(request)));
      if (changes === undefined || !isSigned(request, scheme, { ...parts(request), ...changes })) return {};
      return resigned(request, changes);
    },
  });
  const isTimed = timestamp !== undefined && scheme.content.includes("timestamp");
  const signedTexts = scheme.content.filter(
    (part): part is Text => part !== "timestamp" && texts.includes(part as Text),
  );
  return [
    ...(isTimed
      ? numberReaders.map(({ name, read }) =>
          careless(`timestamp-${name}`, (own) => ({ timestamp: String(Math.floor(read(own.timestamp))) })),
        )
      : []),
    ...signedTexts.flatMap((part) =>
      textReaders.map(({ name, read }) =>
        careless(`${part}-${name}`, (own) => ({ [part]: read(own[part]) })),
      ),
    ),
  ];
}

function carelessTimes(tolerance: number, { parts, isSigned, resigned }: Tools): readonly CarelessReceiver[] {
  const careless = (
    name: string,
    isFresh: (timestamp: string, now: number) => boolean,
  ): CarelessReceiver => ({
    name,
    near: ["*/timestamp/*", "*/near/timestamp/*", "*/near/window/*"],
    act(request) {
      const now = Math.floor(Date.now() / 1000);
      const isRight = attempt(() => isFresh(parts(request).timestamp, now)) === true && isSigned(request);
      if (isRight) return resigned(request, { timestamp: String(now) });
      return {};
    },
  });
  return [
    ...freshnesses(tolerance).map(({ name, isFresh }) =>
      careless(
        `window-${name}`,
        (timestamp, now) => /^\d{1,15}$/.test(timestamp) && isFresh(Number(timestamp) - now),
      ),
    ),
    ...numberReaders.map(({ name, read }) =>
      careless(`timestamp-${name}`, (timestamp, now) => Math.abs(read(timestamp) - now) <= tolerance),
    ),
  ];
}

function carelessParsers({ isSigned, resigned }: Tools): readonly CarelessReceiver[] {
  return jsonReaders.map(({ name, read }) => ({
    name: `json-${name}`,
    near: ["*/request/*", "*/near/json/*"],
    act(request) {
      const value = attempt(() => read(request.body));
      if (typeof value !== "object" || value === null || !isSigned(request)) return {};
      return resigned(request, { body: Buffer.from(JSON.stringify(value)) });
    },
  }));
}

/** Whether the same content has the same signature each time. */
function isRepeatable({ algorithm }: Scheme): boolean {
  return algorithm.startsWith("hmac-") || algorithm === "ed25519";
}

function requestParts({ headers, signature: { fields } }: Protocol, { header, body }: ReadRequest): Parts {
  const own = Object.fromEntries(
    texts.map((each) => {
      const name = headers[each as keyof typeof headers];
      return [each, name === undefined ? "" : (header(name.toLowerCase()) ?? "")];
    }),
  ) as Record<Text, string>;
  if (fields?.timestamp === undefined) return { ...own, body };
  const start = `${fields.timestamp}${fields.assignment}`;
  const entry = (header(headers.signature.toLowerCase()) ?? "")
    .split(fields.separator)
    .find((each) => each.startsWith(start));
  return { ...own, timestamp: entry?.slice(start.length) ?? "", body };
}

/** The scheme with one part of it changed. */
function otherSchemes(scheme: Scheme): readonly (readonly [string, Scheme])[] {
  const { content, separator, encoding, algorithm, prefix } = scheme;
  const partName = (part: Scheme["content"][number]): string =>
    typeof part === "string" ? part : (Object.keys(part)[0] ?? "");
  const single = content.length < 2;
  const others: readonly (readonly [string, Partial<Scheme>])[] = [
    ...(single
      ? []
      : content.flatMap((part, at) => [
          [`without-${partName(part)}`, { content: content.filter((_, other) => other !== at) }] as const,
          ...(typeof part === "string" ? [[`${partName(part)}-alone`, { content: [part] }] as const] : []),
        ])),
    ...(single ? [] : [["reversed", { content: content.toReversed() }] as const]),
    ...(single
      ? []
      : ["", "\n", "\r\n", " ", ".", ",", ":", "&", "\n\n", "\0"]
          .filter((text) => text !== separator)
          .map((text) => [`separator-${JSON.stringify(text)}`, { separator: text }] as const)),
    ...(["hex", "base64", "base64url"] as const)
      .filter((each) => each !== encoding)
      .map((each) => [`in-${each}`, { encoding: each }] as const),
    ...(algorithm.startsWith("hmac-")
      ? (["hmac-sha1", "hmac-sha256", "hmac-sha512"] as const)
          .filter((each) => each !== algorithm)
          .map((each) => [`by-${each}`, { algorithm: each }] as const)
      : []),
    ...(prefix === "" ? [] : [["unprefixed", { prefix: "" }] as const]),
  ];
  return others.map(([name, change]) => [name, { ...scheme, ...change }]);
}

function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
