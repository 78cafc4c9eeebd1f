import { describe, expect, it } from "vitest";
import { createBatcher } from "../../../runtime/stores/batcher.js";

class RefusedContent extends Error {}

/** A batcher whose commits the test settles. */
function held() {
  const commits: { readonly items: readonly number[]; readonly end: (failure?: Error) => void }[] = [];
  const commit = (items: readonly number[]): Promise<readonly number[]> =>
    new Promise((resolve, reject) => {
      const end = (failure?: Error): void =>
        failure ? reject(failure) : resolve(items.map((item) => -item));
      commits.push({ items, end });
    });
  const add = createBatcher<number, number>({
    commit,
    isOfContent: (failure) => failure instanceof RefusedContent,
    maxBatch: 100,
    maxQueued: 100,
  });
  return { commits, add };
}

describe("createBatcher", () => {
  it("runs one commit at a time, and batches what is added meanwhile into the next one", async () => {
    const { commits, add } = held();
    const first = [add(1), add(2)];
    await expect.poll(() => commits.length).toBe(1);
    const later = [add(3), add(4), add(5)];
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(commits.map(({ items }) => items)).toEqual([[1, 2]]);
    commits[0]?.end();
    expect(await Promise.all(first)).toEqual([-1, -2]);
    await expect.poll(() => commits.length).toBe(2);
    expect(commits[1]?.items).toEqual([3, 4, 5]);
    commits[1]?.end();
    expect(await Promise.all(later)).toEqual([-3, -4, -5]);
  });

  it("rejects only the items of a failed commit, and continues", async () => {
    const { commits, add } = held();
    const first = add(1);
    await expect.poll(() => commits.length).toBe(1);
    const second = add(2);
    commits[0]?.end(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    await expect.poll(() => commits.length).toBe(2);
    commits[1]?.end();
    expect(await second).toBe(-2);
  });

  it("commits each item of a batch separately if the content of one is refused", async () => {
    const { commits, add } = held();
    const settled = Promise.allSettled([add(1), add(2)]);
    await expect.poll(() => commits.length).toBe(1);
    const later = add(3);
    commits[0]?.end(new RefusedContent());
    await expect.poll(() => commits.length).toBe(2);
    commits[1]?.end(new RefusedContent());
    await expect.poll(() => commits.length).toBe(3);
    commits[2]?.end();
    expect((await settled).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    await expect.poll(() => commits.length).toBe(4);
    commits[3]?.end();
    expect(await later).toBe(-3);
    expect(commits.map(({ items }) => items)).toEqual([[1, 2], [1], [2], [3]]);
  });
});
