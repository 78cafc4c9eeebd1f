import { type HeapProfiler, Session } from "node:inspector/promises";

/** What a piece of work took of this process. */
export interface MeasuredWork {
  /** Milliseconds of the processor, whatever else the machine does. */
  readonly time: number;
  /** Bytes that were allocated, including those that were freed meanwhile. */
  readonly bytes: number;
}

/** Does a piece of work and says what it took. */
export async function measureWork(work: () => Promise<unknown>): Promise<MeasuredWork> {
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.startSampling", {
      samplingInterval: 32_768,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    } as HeapProfiler.StartSamplingParameterType);
    const began = process.cpuUsage();
    await work();
    const { user } = process.cpuUsage(began);
    const { profile } = await session.post("HeapProfiler.stopSampling");
    return { time: user / 1_000, bytes: allocated(profile.head) };
  } finally {
    session.disconnect();
  }
}

function allocated(root: HeapProfiler.SamplingHeapProfileNode): number {
  let bytes = 0;
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    bytes += node.selfSize;
    open.push(...node.children);
  }
  return bytes;
}
