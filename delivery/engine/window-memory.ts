/** Endpoints that are remembered at most. */
const maxRemembered = 10_000;

/** How many attempts at once an endpoint took, from one turn to the next. */
export interface WindowMemory {
  readonly recall: (endpoint: string) => number;
  readonly remember: (endpoint: string, window: number) => void;
}

/** Remembers the endpoints of late; `first` is the window of all others. */
export function createWindowMemory(first: number): WindowMemory {
  const windows = new Map<string, number>();
  return {
    recall: (endpoint) => windows.get(endpoint) ?? first,
    remember(endpoint, window) {
      windows.delete(endpoint);
      const [oldest] = windows.size < maxRemembered ? [] : windows.keys();
      if (oldest !== undefined) windows.delete(oldest);
      windows.set(endpoint, window);
    },
  };
}
