/** Whether a host with a port, both as in a URL, is on the list of allowed ones. */
export type IsAllowed = (hostname: string, port: string) => boolean;

/** Prepares the list. An entry is `host` or `host:port`; IPv6 addresses have brackets. */
export function allowedHostList(hosts: readonly string[]): IsAllowed {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  return (hostname, port) =>
    allowed.size > 0 && (allowed.has(hostname) || allowed.has(`${hostname}:${port}`));
}

/** The port of a URL, also if it is the scheme's. */
export function portOf({ protocol, port }: Pick<URL, "protocol" | "port">): string {
  if (port !== "") return port;
  return protocol === "https:" ? "443" : "80";
}
