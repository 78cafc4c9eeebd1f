import { hasKeyPair, type Protocol } from "@oipkit/runtime/webhook";
import { type Code, code, empty } from "../../../reader/text/code/code.js";
import { htmlCode, htmlText } from "../../../reader/text/code/html.js";
import type { TemplateView } from "../../render/template.js";
import { type FixtureDelivery, type FixtureDocument, fixtureDocument } from "../fixtures.js";
import { processingSteps } from "../reference/processing.js";
import type { SectionInput, SitePage } from "./page.js";
import { type EncryptionVector, type SignatureVector, signatureVector } from "./signature-vector.js";
import type { EventsSection } from "./site-map.js";

type Input = SectionInput<EventsSection>;

/** How a delivery is signed, step by step, with the values of one delivery in plain text and of one that is encrypted. */
export function signaturePage(input: Input, protocol: Protocol): SitePage {
  const document = fixtureDocument(input, input.section.set);
  const vectors = document === undefined ? [] : vectorViews(protocol, document);
  const sentences = processingSteps(protocol)
    .map(({ check }) => check)
    .filter(
      (check) =>
        /signature|the [\w-]+ of /i.test(check.toString()) &&
        check.toString().includes(protocol.headers.signature),
    )
    .slice(-1);
  return {
    file: "signature.html",
    title: "Signature, step by step",
    template: "site-signature.html",
    entry: {
      kind: "page",
      title: "Signature, step by step",
      line: `how ${protocol.headers.signature} is made`,
      members: [protocol.headers.signature],
    },
    view: {
      header: htmlCode(protocol.headers.signature),
      rules: sentences.map((rule) => ({ rule: input.markdown.sentence(rule) })),
      hasVectors: vectors.length > 0,
      isRandom: document === undefined && protocol.signature.algorithm === "ecdsa-p256-sha256",
      vectors,
    },
  };
}

function vectorViews(protocol: Protocol, document: FixtureDocument): TemplateView[] {
  const plain =
    document.deliveries.find(({ encrypted, callback }) => !encrypted && !callback) ?? document.deliveries[0];
  if (plain === undefined) return [];
  const sealed = document.deliveries.find(({ encrypted, event }) => encrypted && event === plain.event);
  const plaintext = Buffer.from(plain.body, "base64").toString();
  return [plain, ...(sealed === undefined ? [] : [sealed])].map((delivery) =>
    vectorView(protocol, document, { delivery, plaintext }),
  );
}

function vectorView(
  protocol: Protocol,
  document: FixtureDocument,
  given: { readonly delivery: FixtureDelivery; readonly plaintext: string },
): TemplateView {
  const vector = signatureVector(protocol, document, given);
  const { delivery } = given;
  const id = delivery.encrypted ? "encrypted" : "plain";
  const steps = [
    ...encryptionSteps(protocol, document, vector.encryption),
    bodyStep(delivery.encrypted),
    ...signingSteps(protocol, document, vector),
  ];
  return {
    id: htmlText(id),
    title: delivery.encrypted ? code`An encrypted delivery` : code`A delivery in plain text`,
    event: htmlCode(delivery.event),
    example: htmlCode(delivery.example),
    steps: steps.map(({ name, title, text, value }, at) => ({
      id: htmlText(`${id}-${name}`),
      number: htmlText(String(at + 1)),
      title,
      text,
      hasValue: value !== undefined,
      value: htmlText(value ?? ""),
      hasParts: name === "parts",
      parts:
        name === "parts"
          ? vector.parts.map((part) => ({ name: htmlCode(part.name), value: htmlCode(excerpt(part.value)) }))
          : [],
    })),
    headers: htmlText(
      Object.entries(delivery.headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n"),
    ),
  };

  function bodyStep(isEncrypted: boolean): Step {
    const token = protocol.token;
    const added =
      token === undefined || isEncrypted
        ? empty
        : code` It has the verification token ${htmlCode(document.verificationToken ?? "")} as ${htmlCode(token.property)}.`;
    return {
      name: "body",
      title: code`The body`,
      text: code`These bytes are sent, and signed: neither white space nor the order of members may change.${added}`,
      value: vector.body,
    };
  }
}

/** A value on the way, with what leads to it. `parts` is a table instead. */
interface Step {
  readonly name: string;
  readonly title: Code;
  readonly text: Code;
  readonly value?: string;
}

function encryptionSteps(
  { encryption }: Protocol,
  { encryptKey = "" }: FixtureDocument,
  vector: EncryptionVector | undefined,
): Step[] {
  if (vector === undefined || encryption === undefined) return [];
  const { property, algorithm, padding, keyDerivation, ivBytes, encoding } = encryption;
  return [
    {
      name: "plaintext",
      title: code`The event`,
      text: code`It is what is encrypted, verification token included.`,
      value: vector.plaintext,
    },
    {
      name: "cipher-key",
      title: code`The key of the cipher`,
      text: code`The ${htmlText(keyDerivation)} hash of the Encrypt Key ${htmlCode(encryptKey)} in UTF-8, here in hexadecimal digits.`,
      value: vector.key.toString("hex"),
    },
    {
      name: "iv",
      title: code`The initialisation vector`,
      text: code`${htmlText(String(ivBytes))} random bytes, other ones for each delivery.`,
      value: vector.iv.toString("hex"),
    },
    {
      name: "sealed",
      title: code`The ciphertext`,
      text: code`The event, encrypted by ${htmlCode(algorithm)} with ${htmlText(padding)} padding. The initialisation vector stands before it, and both are written in ${htmlText(encoding)}. The body is a JSON object with this text as ${htmlCode(property)}.`,
      value: vector.sealed,
    },
  ];
}

function signingSteps(protocol: Protocol, document: FixtureDocument, vector: SignatureVector): Step[] {
  const { signature } = protocol;
  const isMessage = signature.form !== undefined;
  const separator =
    isMessage || signature.content.length < 2
      ? empty
      : code` ${htmlCode(JSON.stringify(signature.separator))} stands between them, and nothing before or after.`;
  const count = Buffer.byteLength(vector.signed);
  return [
    {
      name: "parts",
      title: code`The parts`,
      text: isMessage
        ? code`The components that the signature covers (RFC 9421), in this order.`
        : code`In this order.${separator}`,
    },
    {
      name: "string",
      title: isMessage ? code`The signature base` : code`The string to sign`,
      text: code`The parts in a row: ${htmlText(String(count))} bytes in UTF-8.`,
      value: vector.signed,
    },
    ...keySteps(protocol, document, vector),
    {
      name: "header",
      title: code`The header`,
      text: headerText(protocol),
      value: `${vector.headerName}: ${vector.headerValue}`,
    },
  ];
}

function keySteps(
  { signature }: Protocol,
  document: FixtureDocument,
  { key, mac, encoded }: SignatureVector,
): Step[] {
  const { algorithm, encoding } = signature;
  if (hasKeyPair(algorithm) || key === undefined || mac === undefined)
    return [
      {
        name: "public-key",
        title: code`The key pair`,
        text: code`The sender signs with its private key; a receiver verifies with this public key.`,
        value: document.publicKey ?? "",
      },
      {
        name: "signature",
        title: code`The signature`,
        text: code`The ${htmlText(algorithm)} signature of the string.`,
        value: encoded,
      },
    ];
  const form = signature.key?.encoding ?? "utf8";
  const read =
    form === "utf8"
      ? code`in UTF-8`
      : code`decoded from ${htmlText(form)}${prefixText(signature.key?.prefix)}`;
  const written = signature.form === undefined ? encoding : "base64";
  return [
    {
      name: "key",
      title: code`The key`,
      text: code`The signing secret ${htmlCode(document.secret)}, ${read}, here in hexadecimal digits.`,
      value: key.toString("hex"),
    },
    {
      name: "mac",
      title: code`The keyed hash`,
      text: code`The ${htmlText(algorithm)} of the string with this key, in hexadecimal digits.`,
      value: mac.toString("hex"),
    },
    ...(encoded === mac.toString("hex")
      ? []
      : [
          {
            name: "encoded",
            title: code`The encoded signature`,
            text: code`The same bytes in ${htmlText(written)}${signature.case === "upper" ? code`, in upper case` : empty}.`,
            value: encoded,
          },
        ]),
  ];
}

function prefixText(prefix: string | undefined): Code {
  if (prefix === undefined) return empty;
  return code` after ${htmlCode(prefix)}`;
}

function headerText({ signature }: Protocol): Code {
  const { form, prefix, fields, label = "sig1" } = signature;
  if (form !== undefined) return code`The signature between colons, under the label ${htmlCode(label)}.`;
  if (fields !== undefined)
    return code`The signature as the field ${htmlCode(fields.signature)}, after ${htmlCode(prefix)} if that isn't empty.`;
  if (prefix === "") return code`The signature alone.`;
  return code`The signature after ${htmlCode(prefix)}.`;
}

/** Longest value in a table, in characters; the string to sign has the whole. */
const maxValue = 120;

function excerpt(value: string): string {
  if (value.length <= maxValue) return value;
  return `${value.slice(0, maxValue)}…`;
}
