import { sameContent } from "@oipkit/runtime/webhook";
import type { ProbeReader } from "./probe.js";
import type { Truth } from "./truth.js";

/** Something that the receiver knows wrongly. */
export interface Difference {
  readonly code: "event-lost" | "event-repeated" | "event-changed" | "version-wrong" | "version-pending";
  /** The event, or the resource. */
  readonly id: string;
  readonly message: string;
}

/** Requests to the probe under way at once. */
const atOnce = 8;

/** Compares what a receiver has stored with the truth. Rejects with `ProbeFailed` if its probe doesn't answer. */
export async function compareWithTruth(truth: Truth, probe: ProbeReader): Promise<readonly Difference[]> {
  const events = await inParallel([...truth.events], async ([id, event]) => {
    const records = await probe.inbox(id);
    const [first] = records;
    if (first === undefined) return { code: "event-lost", id, message: `${id} isn't in the inbox` } as const;
    if (records.length > 1) {
      const message = `${id} is in the inbox ${records.length} times`;
      return { code: "event-repeated", id, message } as const;
    }
    if (sameContent(first.event, event)) return undefined;
    return { code: "event-changed", id, message: `${id} is in the inbox with other content` } as const;
  });
  const versions = await inParallel([...truth.versions], async ([id, version]) => {
    const { applied, pending } = await probe.resource(id);
    if (applied !== version) {
      const message = `${id} stands at version ${applied ?? "none"}, not ${version}`;
      return { code: "version-wrong", id, message } as const;
    }
    if (pending.length === 0) return undefined;
    return { code: "version-pending", id, message: `${id} still waits at ${pending.join(", ")}` } as const;
  });
  return [...events, ...versions].filter((each) => each !== undefined);
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
