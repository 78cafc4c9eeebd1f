/** What to undo. Rejects if that fails, which fails the test or the file. */
export type CleanUp = () => unknown;

const pending: Record<"test" | "file", CleanUp[]> = { test: [], file: [] };

/** Undoes something after the running test. A file that shares its process doesn't call the hooks of a helper it imports. */
export function afterThisTest(cleanUp: CleanUp): void {
  pending.test.push(cleanUp);
}

/** Undoes something after the tests of the running file. */
export function afterThisFile(cleanUp: CleanUp): void {
  pending.file.push(cleanUp);
}

/** Undoes what was registered, in that order. `clean-up-hooks.ts` calls it in every test file. */
export async function cleanUp(after: "test" | "file"): Promise<void> {
  for (const each of pending[after].splice(0)) await each();
}
