// A plugin of `oipkit generate`: titles and descriptions of events, as data for a user interface.
export default {
  name: "event-texts",
  emit({ model, code, dataLiteral, fileHeader }) {
    const sets = model.eventSets;
    const texts = sets.flatMap(({ messages }) =>
      messages.flatMap(({ eventType, title, summary, description, family, clause, callback }) =>
        eventType === undefined
          ? []
          : [
              {
                event_type: eventType,
                title: title ?? eventType,
                description: [summary, description]
                  .filter((text) => text !== undefined)
                  .join(" ")
                  .replace(/\s+/g, " "),
                family: family ?? "other",
                clause: clause ?? null,
                callback,
              },
            ],
      ),
    );
    const text = code`${fileHeader(sets.map(({ source }) => source))}
/** Titles and descriptions of events and callbacks, in the order of the contract. */
export const eventTexts: readonly EventText[] = ${dataLiteral(texts)};

/** What the contract says of an event, for people. */
export interface EventText {
  readonly event_type: string;
  readonly title: string;
  readonly description: string;
  /** To group by, such as \`subscription\`. */
  readonly family: string;
  readonly clause: string | null;
  readonly callback: boolean;
}
`;
    return [{ path: "event-texts.ts", text }];
  },
};
