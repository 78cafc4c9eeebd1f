import { describe, expect, it } from "vitest";
import { createBatcher } from "../../../runtime/stores/batcher.js";

/** A batcher whose commits end when the test says so. */
function held(maxCommits: number) {
  const commits: { readonly items: readonly number[]; readonly end: (failure?: Error) => void }[] = [];
  const commit = (items: readonly number[]): Promise<readonly number[]> =>
    new Promise((resolve, reject) => {
      const end = (failure?: Error): void =>
        failure ? reject(failure) : resolve(items.map((item) => -item));
      commits.push({ items, end });
    });
  const add = createBatcher<number, number>({
    commit,
    isOfContent: () => false,
    maxBatch: 100,
    maxQueued: 100,
    maxCommits,
  });
  return { commits, add };
}

describe("createBatcher", () => {
  it("has as many commits under way as it may, and what comes meanwhile goes as the next one", async () => {
    const { commits, add } = held(2);
    const first = [add(1), add(2)];
    await expect.poll(() => commits.length).toBe(1);
    const second = add(3);
    await expect.poll(() => commits.length).toBe(2);
    const later = [add(4), add(5), add(6)];
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(commits.map(({ items }) => items)).toEqual([[1, 2], [3]]);
    commits[1]?.end();
    expect(await second).toBe(-3);
    await expect.poll(() => commits.length).toBe(3);
    expect(commits[2]?.items).toEqual([4, 5, 6]);
    commits[2]?.end();
    expect(await Promise.all(later)).toEqual([-4, -5, -6]);
    commits[0]?.end();
    expect(await Promise.all(first)).toEqual([-1, -2]);
  });

  it("lets a failure reach those of its own commit alone, and goes on", async () => {
    const { commits, add } = held(2);
    const first = add(1);
    await expect.poll(() => commits.length).toBe(1);
    const second = add(2);
    await expect.poll(() => commits.length).toBe(2);
    commits[0]?.end(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    commits[1]?.end();
    expect(await second).toBe(-2);
    const third = add(3);
    await expect.poll(() => commits.length).toBe(3);
    commits[2]?.end();
    expect(await third).toBe(-3);
  });
});
