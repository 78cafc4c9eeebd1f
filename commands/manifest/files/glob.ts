/** A pattern of a path, as in `.gitignore`: segments of `*`, `?`, literal characters, or `**`. */
export interface Glob {
  readonly segments: readonly string[];
}

/** What `**` matches: any number of segments. */
const anyDepth = "**";

/** A glob of slash-separated segments. */
export function globOf(pattern: string): Glob {
  const segments = pattern.split("/").filter((segment) => segment !== "");
  // `a/**` matches what is inside of `a`, not `a` itself.
  return { segments: segments.at(-1) === anyDepth ? [...segments, "*"] : segments };
}

/** Whether a glob matches a relative path. Takes at most time proportional to the product of both lengths, whatever the pattern. */
export function matchesPath({ segments }: Glob, path: string): boolean {
  return matches(segments, path.split("/"), {
    isStar: (segment) => segment === anyDepth,
    fits: (segment, name) => matchesName(segment, name),
  });
}

function matchesName(pattern: string, name: string): boolean {
  return matches(tokensOf(pattern), [...name], {
    isStar: (token) => token === "*",
    fits: (token, character) => token === "?" || token === character || token === `\\${character}`,
  });
}

/** An escaped character stays one token with its backslash, so that `\*` isn't `*`. */
function tokensOf(pattern: string): string[] {
  return pattern.match(/\\[\s\S]|[\s\S]/gu) ?? [];
}

interface Rules {
  isStar(token: string): boolean;
  fits(token: string, item: string): boolean;
}

/** Only the last star needs to be tried again: what an earlier one took, it could take, too. */
function matches(tokens: readonly string[], items: readonly string[], { isStar, fits }: Rules): boolean {
  let [token, item] = [0, 0];
  let star: { readonly token: number; item: number } | undefined;
  while (item < items.length) {
    const current = tokens[token];
    if (current !== undefined && isStar(current)) star = { token: token++, item };
    else if (current !== undefined && fits(current, items[item] ?? "")) {
      token++;
      item++;
    } else if (star !== undefined) {
      token = star.token + 1;
      item = ++star.item;
    } else return false;
  }
  return tokens.slice(token).every(isStar);
}
