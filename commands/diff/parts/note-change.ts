import { json } from "../../../reader/text/json.js";
import { type ContractChange, placeIn } from "../comparison.js";
import type { PartFlow } from "../part.js";
import { changeText } from "../shared-rules.js";
import { joined, type PlacedNote } from "./member-notes.js";
import type { OtherMembers } from "./value-notes.js";

/**
 * A note as a change; `undefined` if comparing what is valid reports it already: a member that is refused, or one that
 * is required by whoever receives it.
 */
export function noteChange(
  note: PlacedNote,
  { flow, subject }: { readonly flow: PartFlow; readonly subject: string },
): ContractChange | undefined {
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
        message: `the property \`${joined(note.path, note.name)}\` is new`,
      };
    case "member-removed":
      if (isRequest ? note.isRefused : note.isRequired) return undefined;
      return {
        ...shared,
        code: "property-removed",
        change: "removed",
        effects: { consumer: "risky" },
        message: isRequest
          ? `the property \`${joined(note.path, note.name)}\` was removed: what is sent there is ignored`
          : `the property \`${joined(note.path, note.name)}\` was removed: it is no longer sent`,
        remedy: "Keep the property, and mark it as deprecated",
      };
    case "default-changed":
      return {
        ...shared,
        code: "property-default-changed",
        change: "changed",
        effects: { consumer: isRequest ? "breaking" : "risky" },
        message: `${changeText(`the value of \`${joined(note.path, note.name)}\` where it is left out`, note.values)}`,
        remedy: "Keep the default",
      };
    case "discriminator-changed":
      return {
        ...shared,
        code: "discriminator-changed",
        change: "changed",
        effects: note.change.isCompatible ? {} : { consumer: "breaking", provider: "breaking" },
        message: note.change.text,
        ...(!note.change.isCompatible && { remedy: "Keep the values, and add others beside them" }),
      };
    case "others-changed":
      return {
        ...shared,
        code: "open-object-changed",
        change: "changed",
        effects: isRequest && note.is === "refused" ? { consumer: "risky" } : {},
        message: `${note.path === "" ? "" : `\`${note.path}\`: `}members that it doesn't name ${otherTexts[note.is]}; before, they ${formerTexts[note.was]}`,
      };
    case "member-deprecated":
    case "member-kept":
      return {
        ...shared,
        code: note.kind === "member-kept" ? "deprecation-withdrawn" : "deprecated",
        change: note.kind === "member-kept" ? "changed" : "deprecated",
        effects: {},
        message: `\`${note.path === "" ? note.name : note.path}\` is ${note.kind === "member-kept" ? "no longer" : "now"} deprecated`,
      };
    case "direction-changed":
      return directionChange(note, isRequest, shared);
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

/** `undefined` if the keyword is about the other direction. */
function directionChange(
  { keyword, isNow, name, path }: Extract<PlacedNote, { readonly kind: "direction-changed" }>,
  isRequest: boolean,
  shared: Pick<ContractChange, "breaks" | "subjects" | "old" | "new">,
): ContractChange | undefined {
  if (isRequest !== (keyword === "readOnly")) return undefined;
  const isSent = isRequest ? "is read" : "is sent";
  return {
    ...shared,
    code: "property-direction-changed",
    change: "changed",
    effects: isNow ? { consumer: "risky" } : {},
    message: `the property \`${joined(path, name)}\` ${isSent} ${isNow ? "no longer: it is" : "now: it was"} \`${keyword}\``,
  };
}

const otherTexts: Readonly<Record<OtherMembers, string>> = {
  refused: "are refused now",
  described: "must match a schema now",
  any: "may be anything now",
};

const formerTexts: Readonly<Record<OtherMembers, string>> = {
  refused: "were refused",
  described: "had to match a schema",
  any: "could be anything",
};
