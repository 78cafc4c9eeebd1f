/** What one client may cost. Times are in milliseconds, sizes in bytes. */
export interface ServerLimits {
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
  readonly maxConnections: number;
  readonly headersTimeoutMs: number;
  /** Of a whole request, its body included. */
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
}

/** As much as tests and a laptop's tools need, and no more (guessed). */
export const usualLimits: ServerLimits = {
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 8 * 1024 * 1024,
  maxConnections: 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 5_000,
};
