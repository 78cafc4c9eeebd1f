import { hasKeyPair, type Protocol, type SignedPart } from "@oipkit/runtime/webhook";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { markdownCode, markdownText } from "../../../reader/text/code/markdown.js";

const text = (value: string): Code => markdownCode(value);

/** How a delivery is signed, as a sentence. */
export function signatureSentence({ headers, signature }: Protocol): Code {
  const { algorithm, content, separator, prefix, encoding, case: letters = "lower" } = signature;
  const parts = join(content.map(partText), ", ");
  const start = prefix === "" ? code`` : code` after ${text(prefix)}`;
  const form =
    encoding === "hex"
      ? code`${markdownText(letters)}case ${markdownText(encoding)}`
      : markdownText(encoding);
  const separated = content.length === 1 ? code`` : code`, separated by ${text(JSON.stringify(separator))}`;
  const der = algorithm.startsWith("ecdsa-") ? code`, as DER` : code``;
  const compare = hasKeyPair(algorithm) ? code`` : code` Compare it in constant time.`;
  return code`${placeText(signature, headers.signature)} the ${markdownText(algorithm)} of ${parts} (the body as received)${separated}${der}, in ${form}${start}. ${keyText(signature)}${compare}`;
}

/** What the signature is made with. A receiver holds two secrets while one replaces the other. */
function keyText({ algorithm, key = { encoding: "utf8" } }: Protocol["signature"]): Code {
  if (!algorithm.startsWith("hmac-")) return code`Each public key that the receiver holds may verify it.`;
  const bytes =
    key.encoding === "utf8"
      ? code`in UTF-8`
      : code`decoded from ${markdownText(key.encoding)}${key.prefix === undefined ? code`` : code` after ${text(key.prefix)}`}`;
  return code`Its key is the secret ${bytes}; while a secret is replaced, the previous one is valid, too.`;
}

function placeText({ fields, listSeparator }: Protocol["signature"], name: string): Code {
  if (fields !== undefined) return code`A field ${text(fields.signature)} of ${text(name)} is`;
  if (listSeparator === undefined) return code`${text(name)} is`;
  return code`An entry of ${text(name)}, a list separated by ${text(JSON.stringify(listSeparator))}, is`;
}

function partText(part: SignedPart): Code {
  if (typeof part === "string") return text(part);
  if ("literal" in part) return text(JSON.stringify(part.literal));
  if ("header" in part) return text(part.header);
  return code`the ${markdownText(part.digest)} of the body in ${markdownText(part.encoding)}`;
}
