import type { SecureContextOptions } from "node:tls";

/** Finds the addresses of a name. Rejects, or resolves to none, if it has none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/** Where requests may go, and how many at once. */
export interface TransportOptions {
  /**
   * Hosts (`host` or `host:port`, exactly as in a URL) that may also be reached over plain HTTP and at loopback or private addresses.
   * Default: none.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Default: DNS servers of the machine for public names; its whole name service, such as its hosts file, for `allowedHosts`. */
  readonly lookup?: Lookup | undefined;
  /** Connections at once to one origin; further requests wait. Default: 16. */
  readonly maxConnectionsPerOrigin?: number | undefined;
  /** Origins without a request under way whose connections are kept. Default: 512. */
  readonly maxIdleOrigins?: number | undefined;
  /** How long an idle connection is kept, in milliseconds, unless the server announces less. Default: 4 seconds. */
  readonly idleMs?: number | undefined;
  /** How long a look-up, a connection and its TLS handshake may take together, in milliseconds. Default: 5 seconds. */
  readonly connectTimeoutMs?: number | undefined;
  /** Certificates that are trusted instead of Node's own, in PEM. */
  readonly ca?: SecureContextOptions["ca"];
  /** The header `user-agent` of requests without one. Default: `oipkit-delivery`. */
  readonly userAgent?: string | undefined;
}
