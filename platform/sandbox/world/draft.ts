import type { Draft } from "../platform/draft.js";
import type { Time } from "../platform/records/common.js";
import { viewOf } from "./image.js";
import type { Overlay } from "./overlay.js";

/** Makes an id of a prefix and of how many ids were made before it, and that one. */
export type MakeId = (prefix: string, number: number) => string;

/** An overlay as a command sees it. */
export function draftOf(
  overlay: Overlay,
  { now, makeId }: { readonly now: Time; readonly makeId: MakeId },
): Draft {
  const { put, remove, schedule, cancel, emit } = overlay;
  return {
    ...viewOf(overlay),
    ...{ now, put, remove, schedule, cancel, emit },
    newId: (prefix) => makeId(prefix, overlay.nextId()),
  };
}
