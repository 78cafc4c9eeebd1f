import { coveredComponents, type Protocol } from "@oipkit/runtime/webhook";
import type { MessageFault } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import { delivering, type Family, type NearFacts, type NearMiss } from "./near-miss.js";

/** What the signature of an HTTP message covers, and how its headers are read (RFC 9421 and RFC 9530). */
export const messageSignatureFamily: Family = {
  name: "message-signature",
  member: "signature/form",
  rule: "A message is accepted only if one signature covers every part that the protocol names, with its parameters.",
  on: "main",
  cases: ({ protocol }) => {
    const { headers, signature } = protocol;
    if (headers === undefined || signature?.form === undefined) return [];
    const form: MessageForm = { ...protocol, covered: coveredComponents({ headers, signature }), signature };
    return [
      ...right(form),
      ...coverage(form),
      ...times(form),
      ...nonces(form),
      ...parameters(form),
      ...digests(),
      ...labels(form),
    ];
  },
};

interface MessageForm extends Pick<NearFacts["protocol"], "timestamp" | "nonce"> {
  readonly covered: readonly string[];
  readonly signature: Protocol["signature"];
}

const why = "Only what a signature covers, with its own parameters, is known to come from the sender.";

interface Miss extends Pick<NearMiss, "level"> {
  readonly cause: string;
  readonly fault: MessageFault;
  readonly why?: string;
  readonly status?: readonly StatusRef[];
}

function miss(name: string, { fault, cause, level, status = ["unauthenticated"], ...rest }: Miss): NearMiss {
  const step = delivering({ signature: { message: fault } }, status);
  return { name, why: rest.why ?? why, cause, steps: [step], ...(level !== undefined && { level }) };
}

/** Deviations that RFC 9421 leaves to the sender. */
function right({ covered, signature, timestamp, nonce }: MessageForm): readonly NearMiss[] {
  const strict = "The header is probably compared with a fixed text instead of being read.";
  const accepted = (name: string, reason: string, fault: MessageFault): NearMiss =>
    miss(name, { why: reason, cause: strict, level: "info", fault, status: ["accepted"] });
  const cases: NearMiss[] = [];
  if (covered.length > 1)
    cases.push(
      accepted("reordered", "The sender chooses the order of the components.", {
        components: [...covered].reverse(),
      }),
    );
  if (!covered.includes("@method"))
    cases.push(
      accepted("covers-more", "The sender may cover more than it must.", {
        components: [...covered, "@method"],
      }),
    );
  if (signature.label === undefined)
    cases.push(
      accepted("other-label", "Labels aren't signed and have no meaning.", { label: "of-this-test" }),
    );
  if (signature.parameters?.keyid === undefined)
    cases.push(
      accepted("names-its-key", "The sender may name its key.", { parameters: { keyid: '"some-key"' } }),
    );
  if (timestamp === undefined && nonce === undefined) return cases;
  cases.push(
    accepted("unknown-parameter", "A signature may have parameters that nobody registered yet.", {
      parameters: { "x-unknown": '"a"' },
    }),
  );
  return cases;
}

/** A component that isn't covered, or not as it should be. */
function coverage({ covered }: MessageForm): readonly NearMiss[] {
  const notRequired =
    "The signature is probably verified over whatever the header lists, without asking what it must cover.";
  const cases = covered.flatMap((name) => {
    const label = name.replace(/[^a-z0-9]+/g, "-").replace(/^-/, "");
    return [
      miss(`without-${label}`, {
        cause: notRequired,
        fault: { components: covered.filter((each) => each !== name) },
      }),
      miss(`hides-${label}`, {
        cause: "The list of components is probably not what is verified.",
        fault: { listed: covered.filter((each) => each !== name) },
      }),
    ];
  });
  const [first = "", second] = covered;
  cases.push(
    miss("covers-nothing", { cause: notRequired, fault: { components: [] } }),
    miss("component-twice", {
      why: "A component must not be listed twice (RFC 9421, section 2.5).",
      cause: "The list of components is probably not checked for repetitions.",
      level: "should",
      fault: { components: [...covered, first] },
    }),
    miss("component-unknown", {
      why: "Nobody can verify a component that the request doesn't have.",
      cause: "A component without a value is probably left out, or taken for an empty one.",
      fault: { listed: [...covered, "x-not-sent"] },
    }),
  );
  if (second !== undefined)
    cases.push(
      miss("listed-in-other-order", {
        cause: "The components are probably signed in a fixed order, whatever the header lists.",
        fault: { listed: [...covered].reverse() },
      }),
    );
  return cases;
}

/** The time of signing, and the end of a signature. */
function times({ timestamp }: MessageForm): readonly NearMiss[] {
  if (timestamp === undefined) return [];
  const malformed = (name: string, created: string): NearMiss =>
    miss(name, {
      why: "The time of signing is an integer (RFC 9421, section 2.3).",
      cause: "The time is probably read leniently, for example by `Number` or `parseInt`.",
      fault: { parameters: { created } },
    });
  const far = timestamp.toleranceSeconds + 60;
  return [
    miss("expired", {
      why: "A signature isn't valid after `expires`, whatever the window.",
      cause: "The parameter `expires` is probably ignored.",
      fault: { parameters: { expires: "{seconds-1}" } },
    }),
    miss("created-later", {
      cause: "The time is probably not part of what is verified.",
      fault: { shown: { created: "{seconds+1}" } },
    }),
    miss("expiry-removed", {
      cause: "The parameters are probably not part of what is verified.",
      fault: { parameters: { expires: "{seconds-1}" }, shown: { expires: "" } },
    }),
    miss("expiry-extended", {
      cause: "The parameters are probably not part of what is verified.",
      fault: { parameters: { expires: "{seconds-1}" }, shown: { expires: "{seconds+60}" } },
    }),
    miss("created-in-future", {
      why: "A signature of the future would stay valid for longer than the window.",
      cause: "Probably only times in the past are refused.",
      fault: { parameters: { created: `{seconds+${Math.ceil(far)}}` } },
    }),
    malformed("created-as-string", '"{seconds}"'),
    malformed("created-as-token", "now"),
    malformed("created-negative", "-1"),
  ];
}

function nonces({ nonce }: MessageForm): readonly NearMiss[] {
  if (nonce === undefined) return [];
  const cause = "The nonce that is reserved is probably not the one that is signed.";
  return [
    miss("nonce-changed", { cause, fault: { shown: { nonce: '"another-nonce"' } } }),
    miss("nonce-hidden", { cause, fault: { shown: { nonce: "" } } }),
    miss("nonce-empty", {
      why: "An empty nonce is the same for every request.",
      cause: "An empty nonce is probably taken for one.",
      fault: { parameters: { nonce: '""' } },
    }),
    miss("nonce-as-token", {
      why: "A nonce is a string (RFC 9421, section 2.3).",
      cause: "The type of parameters is probably not checked.",
      level: "should",
      fault: { parameters: { nonce: "a-token" } },
    }),
  ];
}

/** Other parameters. */
function parameters({ signature }: MessageForm): readonly NearMiss[] {
  const other = signature.algorithm === "hmac-sha256" ? "ed25519" : "hmac-sha256";
  const { tag, alg } = signature.parameters ?? {};
  const cases = [
    miss("algorithm-other", {
      why: "The algorithm is that of the key, and a message that names another one must be refused (RFC 9421, section 3.2).",
      cause: "The parameter `alg` is probably ignored, or decides how the signature is verified.",
      fault: { parameters: { alg: `"${other}"` } },
    }),
    miss("algorithm-none", {
      cause: "The parameter `alg` is probably ignored, or decides how the signature is verified.",
      fault: { parameters: { alg: '"none"' } },
    }),
    miss("parameter-added", {
      cause: "Only known parameters are probably part of what is verified.",
      fault: { shown: { "x-unknown": '"a"' } },
    }),
  ];
  if (alg === true)
    cases.push(
      miss("algorithm-hidden", {
        cause: "The parameters are probably not part of what is verified.",
        fault: { shown: { alg: "" } },
      }),
    );
  if (tag === undefined) return cases;
  const cause = "The parameter `tag` is probably not compared.";
  return [
    ...cases,
    miss("tag-other", { cause, fault: { parameters: { tag: '"of-another-application"' } } }),
    miss("tag-missing", { cause, fault: { parameters: { tag: "" } } }),
    miss("tag-as-token", { cause, level: "should", fault: { parameters: { tag: "a-token" } } }),
  ];
}

/** The digest of the body (RFC 9530). */
function digests(): readonly NearMiss[] {
  const cause = "The digest is probably not compared with the body.";
  return [
    miss("digest-of-other-body", { cause, fault: { digest: "other" } }),
    miss("digest-missing", {
      cause: "A digest that is missing is probably not an error.",
      fault: { digest: "missing" },
    }),
    miss("digest-insecure", {
      why: "A digest by MD5 can be that of another body, too (RFC 9530, section 5).",
      cause: "A digest by an algorithm that isn't known is probably taken for a right one.",
      fault: { digest: "insecure" },
    }),
  ];
}

/** How the two headers belong together, and what form the signature has. */
function labels({ signature: { label } }: MessageForm): readonly NearMiss[] {
  const cases = [
    miss("labels-differ", {
      cause: "The signature is probably taken from the header, whatever its label.",
      fault: { signatureLabel: "other" },
    }),
    miss("as-string", {
      why: "A signature is a sequence of bytes between colons (RFC 9421, section 4.2).",
      cause: "The header is probably cut into pieces instead of being read as a structured field.",
      level: "should",
      fault: { asString: true },
    }),
  ];
  if (label === undefined) return cases;
  const cause = "The label is probably not compared.";
  return [...cases, miss("label-other", { cause, level: "info", fault: { label: "other" } })];
}
