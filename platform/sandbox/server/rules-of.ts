import type { AccessRules } from "./access.js";

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** Where a server listens, and under which names. */
export interface RulesOptions {
  readonly token: string;
  readonly hosts?: readonly string[] | undefined;
  readonly host: string;
  readonly port: number;
}

/** Whom a server answers that listens at an address. */
export function rulesOf({ token, hosts = [], host, port }: RulesOptions): AccessRules {
  const bracketed = host.includes(":") ? `[${host}]` : host;
  const exposed = !loopback.test(host);
  const names = new Set([bracketed, "127.0.0.1", "localhost", "[::1]"]);
  const own = [...names].map((name) => `${name}:${port}`);
  const given = hosts.flatMap((name) => [name, `${name}:${port}`]).map((name) => name.toLowerCase());
  // A browser leaves out the standard port.
  const short = port === 80 ? [...names] : [];
  const all = [...own, ...short, ...given];
  return { token, exposed, port, hosts: all, origins: all.map((name) => `http://${name}`) };
}
