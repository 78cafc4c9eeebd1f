import { json } from "../../../reader/text/json.js";
import { type ContractChange, placeIn } from "../comparison.js";
import type { PartFlow } from "../part.js";
import { changeText, flowEffects } from "../shared-rules.js";
import type { SchemaPair } from "./compare-parts.js";
import { joined, type PlacedNote } from "./member-notes.js";
import type { Direction, OtherMembers } from "./value-notes.js";

/**
 * A note as a change; `undefined` if comparing what is valid reports it already: a member that is refused, or one that
 * is required by whoever receives it.
 */
export function noteChange(
  note: PlacedNote,
  { flow, subject, titles }: Pick<SchemaPair, "flow" | "subject" | "titles">,
): ContractChange | undefined {
  const isRequest = flow === "to-provider";
  const shared = {
    breaks: "wire",
    subjects: [subject],
    titles: [titles],
    old: placeIn(note.old.document, note.old.tokens),
    new: placeIn(note.new.document, note.new.tokens),
  } as const;
  switch (note.kind) {
    case "member-added":
    case "member-removed":
      return memberChange(note, isRequest, shared);
    case "default-changed":
      return {
        ...shared,
        code: "property-default-changed",
        change: "changed",
        effects: { consumer: isRequest ? "breaking" : "risky" },
        message: `${changeText(`the value of \`${joined(note.path, note.name)}\` where it is left out`, note.values)}`,
        remedy: "Keep the default",
        facts: { defaults: note.values },
      };
    case "discriminator-changed":
      return discriminatorChange(note, flow, shared);
    case "others-changed":
      return {
        ...shared,
        code: "open-object-changed",
        change: "changed",
        effects: isRequest && note.is === "refused" ? { consumer: "risky" } : {},
        message: `${note.path === "" ? "" : `\`${note.path}\`: `}members that it doesn't name ${otherTexts[note.is]}; before, they ${formerTexts[note.was]}`,
      };
    case "member-deprecated":
      return {
        ...shared,
        code: "deprecated",
        change: "deprecated",
        effects: {},
        message: `\`${note.path === "" ? note.name : note.path}\` is now deprecated`,
      };
    case "member-kept":
      return {
        ...shared,
        code: "deprecation-withdrawn",
        change: "changed",
        effects: {},
        message: `\`${note.path === "" ? note.name : note.path}\` is no longer deprecated`,
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
        facts: { value: note.value },
      };
    case "value-removed":
      return {
        ...shared,
        code: "value-removed",
        change: "removed",
        effects: isRequest ? { consumer: "risky" } : {},
        message: `${json(note.value)} is no longer listed as a value`,
        facts: { value: note.value },
      };
  }
}

/** `undefined` if comparing what is valid reports it already. */
function memberChange(
  note: Extract<PlacedNote, { readonly kind: "member-added" | "member-removed" }>,
  isRequest: boolean,
  shared: SharedMembers,
): ContractChange | undefined {
  const keyword: Direction = isRequest ? "readOnly" : "writeOnly";
  const isSent = !note.directions.has(keyword);
  const isNeeded = note.isRequired && isSent;
  const name = `the property \`${joined(note.path, note.name)}\``;
  if (note.kind === "member-added") {
    if (isRequest ? isNeeded : note.isRefused) return undefined;
    return {
      ...shared,
      code: "property-added",
      change: "added",
      effects: isRequest && isSent ? { provider: "risky" } : {},
      message: `${name} is new`,
    };
  }
  if (isRequest ? note.isRefused : isNeeded) return undefined;
  const removed = { ...shared, code: "property-removed", change: "removed" } as const;
  if (!isSent)
    return {
      ...removed,
      effects: {},
      message: `${name} was removed; it was \`${keyword}\`, so it wasn't sent here`,
      facts: { removedMember: "never-sent" },
    };
  return {
    ...removed,
    effects: { consumer: "risky" },
    message: `${name} was removed: ${isRequest ? "what is sent there is ignored" : "it is no longer sent"}`,
    facts: { removedMember: isRequest ? "ignored" : "not-sent" },
    remedy: "Keep the property, and mark it as deprecated",
  };
}

function discriminatorChange(
  { change }: Extract<PlacedNote, { readonly kind: "discriminator-changed" }>,
  flow: PartFlow,
  shared: SharedMembers,
): ContractChange {
  const { text, breaksSender, breaksReceiver } = change;
  const effects = flowEffects(flow, {
    sender: breaksSender ? "breaking" : undefined,
    receiver: breaksReceiver ? "breaking" : undefined,
  });
  return {
    ...shared,
    code: "discriminator-changed",
    change: "changed",
    effects,
    message: text,
    ...((breaksSender || breaksReceiver) && { remedy: "Keep the values, and add others beside them" }),
  };
}

/** What all changes of a pair of schemas have in common. */
type SharedMembers = Pick<ContractChange, "breaks" | "subjects" | "titles" | "old" | "new">;

/**
 * `undefined` if the keyword is about the other direction, or if comparing what is valid reports it already: a required
 * member, unless it is sent in vain now.
 */
function directionChange(
  { keyword, isNow, isRequired, name, path }: Extract<PlacedNote, { readonly kind: "direction-changed" }>,
  isRequest: boolean,
  shared: SharedMembers,
): ContractChange | undefined {
  if (isRequest !== (keyword === "readOnly")) return undefined;
  if (isRequired && !(isRequest && isNow)) return undefined;
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
