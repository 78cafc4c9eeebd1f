import type { Room } from "./access.js";

/** First segments of paths, by room. Everything else belongs to the API. */
const roomPaths = { identity: "identity", control: "_sandbox", console: "console" } as const;

/** The room that a request is for, and what is left of its address there. */
export interface Place {
  readonly room: Room;
  /** Path and query; below `/_sandbox` for the control, unchanged for the others. */
  readonly rest: string;
}

/** The room of a request's address: path and query. */
export function placeOf(address: string): Place {
  const [, first = "", after = ""] = /^\/([^/?#]*)(.*)$/s.exec(address) ?? [];
  if (first === roomPaths.control) return { room: "control", rest: after === "" ? "/" : after };
  if (first === roomPaths.identity) return { room: "identity", rest: address };
  if (first === roomPaths.console) return { room: "console", rest: address };
  return { room: "api", rest: address };
}
