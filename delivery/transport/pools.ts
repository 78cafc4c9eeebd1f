import { type buildConnector, Pool } from "undici";

/** The connections to one origin. */
interface OriginPool {
  readonly origin: string;
  readonly pool: Pool;
  /** Requests that it hasn't done with. */
  active: number;
}

/** How connections are made and kept. */
interface PoolsOptions {
  readonly connect: buildConnector.connector;
  readonly maxConnectionsPerOrigin: number;
  readonly maxIdleOrigins: number;
  readonly idleMs: number;
}

/** Longest header section of an answer, in bytes. */
const maxHeaderBytes = 16 * 1024;

/** Connections by origin: never shared between origins, and dropped once they are idle and closed, or too many are idle. */
export class Pools {
  readonly #options: PoolsOptions;
  readonly #pools = new Map<string, OriginPool>();
  /** The one that has been idle longest comes first. */
  readonly #idle = new Map<string, OriginPool>();
  #closed: Promise<void> | undefined;

  constructor(options: PoolsOptions) {
    this.#options = options;
  }

  /** Origins that are known at present. */
  get size(): number {
    return this.#pools.size;
  }

  /** The connections of an origin, for one request; `undefined` once closed. */
  take(origin: string): OriginPool | undefined {
    if (this.#closed !== undefined) return undefined;
    const known = this.#pools.get(origin) ?? this.#open(origin);
    if (known.active === 0) this.#idle.delete(origin);
    known.active++;
    return known;
  }

  /** Says that a request has ended for good. */
  release(entry: OriginPool): void {
    entry.active--;
    if (entry.active > 0 || this.#pools.get(entry.origin) !== entry) return;
    this.#idle.set(entry.origin, entry);
    if (this.#idle.size <= this.#options.maxIdleOrigins) return;
    const [oldest] = this.#idle.values();
    if (oldest !== undefined) this.#drop(oldest);
  }

  /** Waits for requests under way, and closes. */
  close(): Promise<void> {
    this.#closed ??= Promise.all([...this.#pools.values()].map(({ pool }) => pool.close())).then(() => {
      this.#pools.clear();
      this.#idle.clear();
    });
    return this.#closed;
  }

  #open(origin: string): OriginPool {
    const { connect, maxConnectionsPerOrigin, idleMs } = this.#options;
    const pool = new Pool(origin, {
      connect,
      connections: maxConnectionsPerOrigin,
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      maxHeaderSize: maxHeaderBytes,
      // Each request has its own deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const entry: OriginPool = { origin, pool, active: 0 };
    const dropIfUnused = (): void => {
      if (entry.active === 0 && pool.stats.connected === 0) this.#drop(entry);
    };
    pool.on("disconnect", dropIfUnused);
    pool.on("connectionError", dropIfUnused);
    this.#pools.set(origin, entry);
    return entry;
  }

  #drop(entry: OriginPool): void {
    if (this.#pools.get(entry.origin) !== entry) return;
    this.#pools.delete(entry.origin);
    this.#idle.delete(entry.origin);
    void entry.pool.close();
  }
}
