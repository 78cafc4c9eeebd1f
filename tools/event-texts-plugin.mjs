// A plugin of `oipkit generate`: titles and descriptions of events, in English as in the contract and in Chinese, as data for a user
// interface.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const translations = new URL("../contracts/sandbox/event-texts.zh.yaml", import.meta.url);

export default {
  name: "event-texts",
  emit({ model, code, dataLiteral, fileHeader }) {
    const sets = model.eventSets;
    const chinese = new Map(Object.entries(parse(readFileSync(translations, "utf8"))));
    const texts = sets.flatMap(({ messages }) =>
      messages.flatMap(({ eventType, title, summary, description, family, clause, callback }) => {
        if (eventType === undefined) return [];
        const zh = chinese.get(eventType);
        chinese.delete(eventType);
        if (zh === undefined) throw new Error(`${translations.pathname} has no texts of ${eventType}`);
        const english = [summary, description].filter((text) => text !== undefined).join(" ");
        return [
          {
            event_type: eventType,
            title: { en: title ?? eventType, zh: zh.title },
            description: { en: english.replace(/\s+/g, " "), zh: zh.description },
            family: family ?? "other",
            clause: clause ?? null,
            callback,
          },
        ];
      }),
    );
    const [stale] = chinese.keys();
    if (stale !== undefined) throw new Error(`${translations.pathname} has an unknown event: ${stale}`);
    const text = code`${fileHeader(sets.map(({ source }) => source))}
/** Titles and descriptions of events and callbacks, in the order of the contract. */
export const eventTexts: readonly EventText[] = ${dataLiteral(texts)};

/** A text in both languages. */
export interface LocalizedText {
  readonly en: string;
  readonly zh: string;
}

/** What the contract says of an event, for people. */
export interface EventText {
  readonly event_type: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  /** To group by, such as \`subscription\`. */
  readonly family: string;
  readonly clause: string | null;
  readonly callback: boolean;
}
`;
    return [{ path: "event-texts.ts", text }];
  },
};
