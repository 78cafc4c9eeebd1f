/** What one client may cost. Times are in milliseconds of the real time, sizes in bytes. */
export interface ServerLimits {
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
  /** Of a snapshot that is restored. */
  readonly maxSnapshotBytes: number;
  readonly maxConnections: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
}

/** As much as a laptop's tools need, and no more (guessed). */
export const usualLimits: ServerLimits = {
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 1024 * 1024,
  maxSnapshotBytes: 512 * 1024 * 1024,
  maxConnections: 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 5_000,
};
