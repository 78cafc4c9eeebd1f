import { json } from "../../../reader/text/json.js";
import type { Change } from "../finding.js";
import type { Flow } from "../part.js";
import { placeIn } from "../place-in.js";
import type { Note } from "./member-notes.js";

/**
 * A note as a change; `undefined` if comparing what is valid reports it already: a member that is refused, or one that
 * is required by whoever receives it.
 */
export function noteChange(
  note: Note,
  { flow, subject }: { readonly flow: Flow; readonly subject: string },
): Change | undefined {
  const isRequest = flow === "to-provider";
  const shared = {
    breaks: "wire",
    subjects: [subject],
    old: placeIn(note.old.document, note.old.tokens),
    new: placeIn(note.new.document, note.new.tokens),
  } as const;
  switch (note.kind) {
    case "member-added":
      if (isRequest ? note.isRequired : note.isRefused) return undefined;
      return {
        ...shared,
        code: "property-added",
        change: "added",
        effects: isRequest ? { provider: "risky" } : {},
        message: `the property \`${note.name}\` is new`,
      };
    case "member-removed":
      if (isRequest ? note.isRefused : note.isRequired) return undefined;
      return {
        ...shared,
        code: "property-removed",
        change: "removed",
        effects: { consumer: "risky" },
        message: isRequest
          ? `the property \`${note.name}\` was removed: what is sent there is ignored`
          : `the property \`${note.name}\` was removed: it is no longer sent`,
        remedy: "Keep the property, and mark it as deprecated",
      };
    case "member-deprecated":
      return {
        ...shared,
        code: "deprecated",
        change: "deprecated",
        effects: {},
        message: `\`${note.name}\` is now deprecated`,
      };
    case "value-added":
      return {
        ...shared,
        code: "value-added",
        change: "added",
        effects: {},
        message: `${json(note.value)} is a new value; others were allowed before`,
      };
    case "value-removed":
      return {
        ...shared,
        code: "value-removed",
        change: "removed",
        effects: isRequest ? { consumer: "risky" } : {},
        message: `${json(note.value)} is no longer listed as a value`,
      };
  }
}
