/** An `http:` or `https:` URL without credentials, absolute or relative to `base`; `undefined` for anything else. */
export function httpUrl(given: string | URL, base?: string): URL | undefined {
  try {
    const url = new URL(given, base);
    return /^https?:\/\/[^/@]+\//.test(url.href) ? url : undefined;
  } catch {
    return undefined;
  }
}
