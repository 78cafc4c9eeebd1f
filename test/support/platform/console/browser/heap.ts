import type { Page } from "playwright-core";

/** The heap of a page as text, with all its strings, after everything that nothing refers to was collected. */
export async function readHeap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  return chunks.join("");
}

/** What the origin keeps beside the page: storage, databases, caches, and the entry of the history. */
export function storedBy(page: Page): Promise<string> {
  return page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      await indexedDB.databases(),
      await caches.keys(),
      history.state,
    ]),
  );
}
