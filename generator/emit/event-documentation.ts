import type { EventMessage } from "../../reader/model/model.js";

/** What the contract says about an event, as paragraphs of a documentation comment. */
export function messageParagraphs({
  title,
  label,
  summary,
  description,
}: EventMessage): (string | undefined)[] {
  return [title ?? label, summary, description];
}
