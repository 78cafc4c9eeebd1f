import { isTooDeep } from "@oipkit/runtime/json-depth";

/** A body as the log keeps it: nothing secret or personal is in it. */
export interface MaskedBody {
  readonly state: "kept" | "none" | "unread" | "binary";
  /** Of the whole body; `null` if it wasn't read. */
  readonly bytes: number | null;
  readonly text: string | null;
  readonly truncated: boolean;
  /** Names of the members whose values are masked. */
  readonly masked: readonly string[];
}

/** Characters of a body that are kept. */
const mostKept = 16 * 1024;
/** As in the log of deliveries. */
const mask = "********";

/** A body that there was none of, or that wasn't read. */
export function noBody(state: "none" | "unread"): MaskedBody {
  return { state, bytes: state === "none" ? 0 : null, text: null, truncated: false, masked: [] };
}

/**
 * Masks secrets, tokens and personal data by the names of members, and whatever looks like a JSON Web Token. `token` is what the request was
 * authorized with; it is masked wherever it is.
 */
export function maskedBody(body: Uint8Array, token: string | undefined): MaskedBody {
  if (body.length === 0) return noBody("none");
  const text = decode(body);
  if (text === undefined)
    return { state: "binary", bytes: body.length, text: null, truncated: false, masked: [] };
  const names = new Set<string>();
  const shown = withoutToken(maskedText(text, names), token);
  return {
    state: "kept",
    bytes: body.length,
    text: shown.slice(0, mostKept),
    truncated: shown.length > mostKept,
    masked: [...names],
  };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell what isn't text
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function maskedText(text: string, names: Set<string>): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return maskedPairs(text, names);
  }
  if (isTooDeep(value)) return maskedPairs(text, names);
  return JSON.stringify(value, (name, part: unknown) => {
    if (isSensitive(name) && part !== null && typeof part !== "boolean") {
      names.add(name);
      return mask;
    }
    if (typeof part !== "string") return part;
    return maskedPairs(part, names);
  });
}

/** What a name or a token consists of. */
const word = /[\w.-]+/g;
/** Between a name and its value, in a form, a query or text that is nearly JSON; then the value. */
const between = /"?\s{0,5}[:=]\s{0,5}/y;
const quoted = /"(?:[^"\\]|\\.)*"?/y;
const plain = /[^\s"&;,}\]]+/y;
const longestName = 60;

/** Masks the values of sensitive names, and JSON Web Tokens, in a text of any kind. */
function maskedPairs(text: string, names: Set<string>): string {
  let result = "";
  let done = 0;
  for (const { 0: found, index } of text.matchAll(word)) {
    if (index < done) continue;
    if (isWebToken(found)) {
      result += text.slice(done, index) + mask;
      done = index + found.length;
    } else if (found.length <= longestName && isSensitive(found)) {
      const start = endOfMatch(text, { pattern: between, from: index + found.length });
      const end =
        start === undefined
          ? undefined
          : (endOfMatch(text, { pattern: quoted, from: start }) ??
            endOfMatch(text, { pattern: plain, from: start }));
      if (start === undefined || end === undefined) continue;
      names.add(found);
      result += text.slice(done, start) + mask;
      done = end;
    }
  }
  return result + text.slice(done);
}

/** Where a sticky pattern ends that matches at a place. */
function endOfMatch(
  text: string,
  { pattern, from }: { readonly pattern: RegExp; readonly from: number },
): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Whether it has the form of a JSON Web Token: three parts, of which the first begins an object. */
function isWebToken(text: string): boolean {
  const [header = "", payload = "", ...rest] = text.split(".");
  return header.length > 7 && header.startsWith("eyJ") && payload !== "" && rest.length === 1;
}

/** In any spelling, such as `client_secret` or `clientSecret`. */
const secretParts = [
  ...["secret", "token", "password", "passwd", "passphrase", "apikey", "privatekey", "encryptkey"],
  ...["authorization", "cookie", "credential"],
];
const personal = new Set([
  ...["email", "emailaddress", "phone", "phonenumber", "mobile", "fullname", "givenname", "familyname"],
  ...["firstname", "lastname", "displayname", "nickname", "username", "birthdate", "birthday", "address"],
  ...["streetaddress", "postalcode", "idnumber", "taxid", "cardnumber", "iban", "accountnumber"],
]);

function isSensitive(name: string): boolean {
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, "");
  return personal.has(letters) || secretParts.some((part) => letters.includes(part));
}

function withoutToken(text: string, token: string | undefined): string {
  if (token === undefined || token === "") return text;
  return text.replaceAll(token, mask).replaceAll(encodeURIComponent(token), mask);
}
