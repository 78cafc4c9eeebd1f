/** PostgreSQL ended the transaction for the sake of another one: a deadlock, or a serialization failure. */
const passing = new Set(["40P01", "40001"]);
const tries = 5;

/** Runs a whole transaction again if PostgreSQL asks for it. */
export async function again<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let left = tries - 1; ; left--) {
    try {
      return await transaction();
    } catch (failure) {
      const code = (failure as { readonly code?: unknown } | null)?.code;
      if (left === 0 || typeof code !== "string" || !passing.has(code)) throw failure;
    }
  }
}
