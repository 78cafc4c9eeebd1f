import type { MaskedBody } from "./masked-body.js";

/** The bodies of a request and its answer. */
export interface RequestBodies {
  readonly request: MaskedBody;
  readonly answer: MaskedBody;
}

/** The latest bodies, in memory. */
export interface BodyMemory {
  readonly add: (requestId: string, bodies: RequestBodies) => void;
  /** Undefined if they aren't kept any more. */
  readonly of: (requestId: string) => RequestBodies | undefined;
  readonly clear: () => void;
}

/** What a pair takes beside its texts, roughly. */
const overhead = 500;

/** An empty memory of at most `most` bytes, two for each character; the oldest bodies go first. Default: 8 MiB. */
export function createBodyMemory(most = 8 * 1024 * 1024): BodyMemory {
  /** In the order in which they were added. */
  const kept = new Map<string, RequestBodies>();
  let total = 0;
  return {
    add(requestId, bodies) {
      kept.set(requestId, bodies);
      total += sizeInMemory(bodies);
      for (const [oldest, its] of kept) {
        if (total <= most) break;
        kept.delete(oldest);
        total -= sizeInMemory(its);
      }
    },
    of: (requestId) => kept.get(requestId),
    clear() {
      kept.clear();
      total = 0;
    },
  };
}

function sizeInMemory({ request, answer }: RequestBodies): number {
  return overhead + 2 * ((request.text?.length ?? 0) + (answer.text?.length ?? 0));
}
