/** What a client asks for by the header `Prefer` (RFC 7240). */
export interface Preferences {
  /** Status code. */
  readonly code?: number;
  /** Name of an example. */
  readonly example?: string;
  /** Values that differ from request to request, without the contract's examples. */
  readonly dynamic?: boolean;
}

/** The preferences, or why they can't be understood: a sentence without a full stop. */
export type ReadPreferences =
  | { readonly kind: "preferences"; readonly preferences: Preferences }
  | { readonly kind: "invalid"; readonly message: string };

/** Reads a `Prefer` header. Preferences that the mock server doesn't know are ignored, as the RFC says. */
export function readPreferences(header = ""): ReadPreferences {
  const found = new Map<string, string>();
  for (const member of membersOf(header)) {
    // Parameters of a preference follow a semicolon; none has a meaning here.
    const [name = "", ...value] = (member.split(";", 1)[0] ?? "").split("=");
    const key = name.trim().toLowerCase();
    // The first one counts.
    if (key !== "" && !found.has(key)) found.set(key, unquoted(value.join("=").trim()));
  }
  const code = found.get("code");
  if (code !== undefined && !/^[2-5]\d\d$/.test(code))
    return { kind: "invalid", message: "`code` in `Prefer` must be a status code from 200 to 599" };
  const dynamic = found.get("dynamic");
  if (dynamic !== undefined && !["", "true", "false"].includes(dynamic))
    return { kind: "invalid", message: "`dynamic` in `Prefer` must be `true` or `false`" };
  const example = found.get("example");
  return {
    kind: "preferences",
    preferences: {
      ...(code !== undefined && { code: Number(code) }),
      ...(example !== undefined && example !== "" && { example }),
      ...(dynamic !== undefined && { dynamic: dynamic !== "false" }),
    },
  };
}

/** The members of a list, split at commas outside of quotes. */
function membersOf(header: string): readonly string[] {
  const members: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < header.length; at++) {
    const character = header[at];
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === "," && !isQuoted) {
      members.push(header.slice(start, at));
      start = at + 1;
    }
  }
  return [...members, header.slice(start)];
}

function unquoted(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, "$1") : text;
}
