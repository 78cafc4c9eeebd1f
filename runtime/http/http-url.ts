/** An `http:` or `https:` URL without credentials, absolute or relative to `base`; `undefined` for anything else. */
export function httpUrl(given: string | URL, base?: string): URL | undefined {
  try {
    const url = new URL(given, base);
    return /^https?:\/\/[^/@]+\//.test(url.href) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a URL's host is this machine: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1])$/.test(hostname);
}
