/** A credential that is in no other text, with characters that encodings write differently. */
export const marker = 'M4rker"\\é/+=&%?> ~x';

/** The same with letters and digits only, for where nothing else may stand. */
export const plainMarker = "M4rkerPlain7xQ";

/** Every form in which a credential could come out: whole, in part, and encoded at each of the three places of Base64. */
export function credentialForms(credential: string): readonly string[] {
  const bytes = Buffer.from(credential);
  const json = JSON.stringify(credential).slice(1, -1);
  const percent = encodeURIComponent(credential);
  const base64 = [0, 1, 2].flatMap((before) => {
    const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const inner = digits.slice(before === 0 ? 0 : 4, 4 * Math.floor((before + bytes.length) / 3));
    return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const [word = credential] = /^\w+/.exec(credential) ?? [];
  return [
    word,
    json,
    percent,
    percent.toLowerCase(),
    new URLSearchParams([["", credential]]).toString().slice(1),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...base64,
  ];
}

/** The forms of credentials that a text contains. */
export function leaked(text: string, credentials: readonly string[]): readonly string[] {
  return credentials.flatMap(credentialForms).filter((form) => text.includes(form));
}
