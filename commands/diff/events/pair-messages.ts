import { type Likeness, type Pairing, pairUp } from "../parts/pair-up.js";
import type { DescribedMessage } from "./describe-message.js";

/** Pairs the messages of a channel: by what tells them apart on the wire, and else by their keys and payloads. */
export function pairMessages(
  versions: { readonly old: readonly DescribedMessage[]; readonly new: readonly DescribedMessage[] },
  { isAddressed }: { readonly isAddressed: boolean },
): Pairing<DescribedMessage>[] {
  return pairUp(versions, isAddressed ? [...likenesses, onlyOne] : likenesses);
}

/** Whether an event has another name on the wire. */
export function isRenamed(old: DescribedMessage, current: DescribedMessage): boolean {
  return areNamed(old, current) && old.wire?.text !== current.wire?.text;
}

const likenesses: readonly Likeness<DescribedMessage>[] = [
  { key: (message) => keyed(message, wireText(message), message.key) },
  { key: (message) => keyed(message, wireText(message)) },
  // Without a name on the wire, consumers know a message by its payload, so its key may change.
  { key: (message) => keyed(message, message.key), agree: (old, current) => !areNamed(old, current) },
  { key: (message) => keyed(message, message.name), agree: (old, current) => !areNamed(old, current) },
  { key: (message) => keyed(message, message.key, message.likeness) },
  { key: (message) => keyed(message, message.likeness), only: true },
];

/** Who reads a channel with one message takes whatever comes for it. */
const onlyOne: Likeness<DescribedMessage> = {
  key: (message) => keyed(message, message.wire === undefined ? "" : undefined),
  only: true,
};

function keyed(
  { flow, reply }: DescribedMessage,
  ...texts: readonly (string | undefined)[]
): string | undefined {
  return texts.includes(undefined) ? undefined : [flow, String(reply !== undefined), ...texts].join("\n");
}

function wireText({ wire }: DescribedMessage): string | undefined {
  return wire && `${wire.kind} ${wire.text}`;
}

function areNamed(old: DescribedMessage, current: DescribedMessage): boolean {
  return old.wire?.kind === "name" && current.wire?.kind === "name";
}
