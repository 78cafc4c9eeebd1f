import { type RefObject, useLayoutEffect, useRef } from "react";

/** Holds the value of the rendering that is shown, for what is called later: events, answers and timers. Rendering itself doesn't read it. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
