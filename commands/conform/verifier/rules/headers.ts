import { accepting, refusing, type VectorDraft, type VerifierRule } from "../rule.js";
import { correctParts, isPlainPart, type RequestPlan, type VectorSource } from "../signed-request.js";
import type { VerifierVector } from "../verifier-vectors.js";

type Headers = VerifierVector["headers"];
type HeaderChange = (headers: Headers) => Headers;

/** Correct requests. */
export const authenticRule: VerifierRule = {
  name: "authentic",
  member: "signature",
  text: "A request that was signed as the protocol says is accepted.",
  vectors(source) {
    const make = accepting({
      level: "must",
      flags: ["authentic"],
      why: "This request was made by the sender.",
    });
    const spelled =
      (change: (name: string) => string): HeaderChange =>
      (headers) =>
        headers.map(([name, value]) => [change(name), value]);
    const shapes: readonly (readonly [string, RequestPlan])[] = [
      ["plain", {}],
      ["names-lower-case", { headers: spelled((name) => name.toLowerCase()) }],
      ["names-upper-case", { headers: spelled((name) => name.toUpperCase()) }],
      ["headers-reversed", { headers: (headers) => [...headers].reverse() }],
      [
        "other-media-type",
        {
          headers: (headers) =>
            headers.map((each) =>
              isNamed(each[0], "content-type") ? ["Content-Type", "application/json; charset=utf-8"] : each,
            ),
        },
      ],
      [
        "further-headers",
        {
          headers: (headers) => [
            ["Accept", "*/*"],
            ["User-Agent", "example/1"],
            ["X-Forwarded-For", "192.0.2.1"],
            ...headers,
          ],
        },
      ],
      [
        "similar-headers",
        { headers: (headers) => [...headers, [`${source.protocol.headers.signature}-Old`, "malformed"]] },
      ],
    ];
    return shapes
      .filter(([name]) => name !== "other-media-type" || !signsContentType(source))
      .map(([name, plan]) => make(name, plan));
  },
};

function signsContentType({
  protocol: {
    signature: { content },
  },
}: VectorSource): boolean {
  return content.some(
    (part) => typeof part === "object" && "header" in part && isNamed(part.header, "content-type"),
  );
}

/** The headers without which nothing can be verified. */
export const headersMissingRule: VerifierRule = {
  name: "headers-missing",
  member: "headers",
  near: "signature-content",
  text: "A request lacks none of the headers that a verification needs.",
  vectors(source) {
    const make = refusing({
      level: "must",
      flags: ["malformed"],
      why: "Without this header, nobody knows who sent the request, or when.",
    });
    return neededHeaders(source).flatMap((name) => [
      make(`${slug(name)}-missing`, { headers: without(name) }),
      make(`${slug(name)}-empty`, { headers: replaced(name, () => "") }),
      make(`${slug(name)}-renamed`, { headers: renamed(name, `X-Other-${name}`) }),
      make(`${slug(name)}-underscored`, { headers: renamed(name, name.replaceAll("-", "_")) }),
      make(`${slug(name)}-extended-name`, { headers: renamed(name, `${name}-2`) }),
    ]);
  },
};

/** A header that is sent twice. */
export const headersRepeatedRule: VerifierRule = {
  name: "headers-repeated",
  member: "headers",
  near: "repeated-header",
  text: "A header that is sent twice with different values isn't read as one of them.",
  vectors(source) {
    const wrong = refusing({
      level: "must",
      flags: ["malformed"],
      why: "No value of the repeated header is the right one.",
    });
    const make = refusing({
      level: "info",
      flags: ["malformed"],
      why: "Two readers of the same request might take different values.",
    });
    return neededHeaders(source).flatMap((name): readonly VectorDraft[] => [
      make(`${slug(name)}-other-first`, { headers: (headers) => [[name, "other"], ...headers] }),
      make(`${slug(name)}-other-last`, { headers: (headers) => [...headers, [name, "other"]] }),
      make(`${slug(name)}-empty-last`, { headers: (headers) => [...headers, [name, ""]] }),
      wrong(`${slug(name)}-both-wrong`, {
        headers: (headers) => [...without(name)(headers), [name, "other"], [name, "another"]],
      }),
    ]);
  },
};

/** White space at the ends of a value, which HTTP leaves out, but which reaches a verifier otherwise. */
export const headerSpaceRule: VerifierRule = {
  name: "header-space",
  member: "headers",
  text: "A header's value is compared as it is.",
  vectors(source) {
    const make = refusing({
      level: "info",
      flags: ["malformed"],
      why: "HTTP leaves out white space around a value, so whoever passes it on has changed the request.",
    });
    const spaces: readonly (readonly [string, (value: string) => string])[] = [
      ["space-before", (value) => ` ${value}`],
      ["space-after", (value) => `${value} `],
      ["tab-before", (value) => `\t${value}`],
      ["tab-after", (value) => `${value}\t`],
    ];
    const { headers: names, signature } = source.protocol;
    // An empty entry of a list does no harm.
    const isEntry = (name: string, form: string): boolean =>
      name === names.signature && signature.listSeparator === " " && form.startsWith("space");
    return neededHeaders(source).flatMap((name) =>
      spaces
        .filter(([form]) => !isEntry(name, form))
        .map(([form, change]) => make(`${slug(name)}-${form}`, { headers: replaced(name, change) })),
    );
  },
};

/** The previous secret during a rotation. */
export const rotationRule: VerifierRule = {
  name: "rotation",
  member: "signature",
  hasPrevious: true,
  text: "During a rotation, requests signed with either secret are accepted, and no others.",
  vectors(source) {
    const [current, previous] = source.secrets;
    const yes = accepting({
      level: "should",
      flags: ["authentic", "rotation"],
      why: "During a rotation, requests signed with the current or the previous secret arrive.",
    });
    const no = refusing({
      level: "must",
      flags: ["forged", "rotation"],
      why: "Two secrets are no reason to accept what fits neither.",
    });
    const altered = { sent: { body: Buffer.concat([correctParts(source).body, Buffer.from(" ")]) } };
    const isShared = source.protocol.signature.algorithm.startsWith("hmac-");
    const asText = { key: { encoding: "utf8" } } as const;
    return [
      yes("current", { secret: current }),
      yes("previous", { secret: previous }),
      no("current-altered", { secret: current, ...altered }),
      no("previous-altered", { secret: previous, ...altered }),
      no("cut", { digits: (digits) => digits.slice(0, digits.length / 2) }),
      ...(isShared
        ? [
            no("joined", { secret: current + previous, scheme: asText }),
            no("joined-by-comma", { secret: `${current},${previous}`, scheme: asText }),
            no("empty", { secret: "", scheme: asText }),
          ]
        : []),
    ];
  },
};

/** Headers of the signature, and of what it covers. */
function neededHeaders({ protocol: { headers, signature } }: VectorSource): readonly string[] {
  const names = signature.content.filter(isPlainPart).flatMap((part) => {
    if (typeof part !== "string" || part === "body" || part === "url") return [];
    return headers[part] ?? [];
  });
  return [...new Set([headers.signature, ...names])];
}

function without(name: string): HeaderChange {
  return (headers) => headers.filter(([other]) => !isNamed(other, name));
}

function replaced(name: string, change: (value: string) => string): HeaderChange {
  return (headers) => headers.map(([other, value]) => [other, isNamed(other, name) ? change(value) : value]);
}

function renamed(name: string, to: string): HeaderChange {
  return (headers) => headers.map(([other, value]) => [isNamed(other, name) ? to : other, value]);
}

function isNamed(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

function slug(name: string): string {
  return name.toLowerCase();
}
