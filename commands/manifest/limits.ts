/** Largest asset that is read, in bytes: 1 GiB. */
export const defaultMaxFile = 1024 * 1024 * 1024;

/** Time for one asset from a server, in milliseconds. */
export const defaultTimeout = 30_000;
