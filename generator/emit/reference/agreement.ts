import type { Protocol } from "@oipkit/runtime/webhook";
import { type Code, code, empty, join } from "../../../reader/text/code/code.js";
import { markdownCode, markdownText } from "../../../reader/text/code/markdown.js";

/** What of an event equals its headers; empty if nothing is in both. */
export function equalitySentence({ event, headers }: Protocol): Code {
  const [first, second] = (
    [
      [event.id, headers.eventId],
      [event.type, headers.eventType],
    ] as const
  ).flatMap(([pointer, name]) =>
    pointer === undefined || name === undefined
      ? []
      : [code`${markdownCode(pointer)} equals ${markdownCode(name)}`],
  );
  if (first === undefined) return empty;
  return second === undefined ? code`${first}.` : code`${first}, and ${second}.`;
}

/** How the binding of an event is compared; empty if events have none. */
export function bindingSentence({ event }: Protocol): Code {
  const bound = Object.entries(event.binding ?? {}).filter(([, pointers]) => pointers.length > 0);
  if (bound.length === 0) return empty;
  const parts = bound.map(
    ([name, pointers]) => code`${markdownText(name)} (${join(pointers.map(markdownCode), ", ")})`,
  );
  const prefix = event.testIdPrefix;
  const tests =
    prefix === undefined ? code`` : code` Test events, whose ids begin with ${markdownCode(prefix)}, and`;
  return code`Compare the event with the receiver's configuration: ${join(parts, ", ")}. What is configured must be in the event, even if its schema doesn't require it, and equal in every place where it is.${tests} events of which only some properties are known are exempt.`;
}
