import type { Kysely } from "kysely";
import { isAmong } from "../store/batch.js";
import type { Dialect, Store } from "../store/store.js";
import type { Tables } from "../store/tables.js";
import { commonText, type Dictionary, dictionaryWith } from "./dictionary.js";
import { packContent, type StoredContent } from "./pack.js";

/** An event that is about to be written. */
interface UnpackedEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly correlationId: string | null;
  readonly content: string;
}

/** How its content is written; `packed` in hexadecimal digits. */
interface WrittenContent extends Pick<StoredContent, "content" | "dictionary"> {
  readonly packed: string | null;
}

/** Compresses the contents of events, from the moment on when it knows what events of their type have in common. */
export interface Packer {
  /** Looks up what the store knows of types; needed once before `write`, in a transaction of any kind. */
  readonly prepare: (db: Kysely<Tables>, eventTypes: Iterable<string>) => Promise<void>;
  readonly write: (event: UnpackedEvent) => WrittenContent;
  /** Keeps the dictionaries of types of which enough events were written. Never in a transaction that may be taken back. */
  readonly learn: () => Promise<void>;
}

/** What is known of an event type. */
interface PackedType {
  dictionary: Dictionary | undefined;
  /** Contents, until there is a dictionary. */
  samples: string[];
}

/** Events from which a dictionary is made (guessed): what they have in common is common to most. */
const sampleCount = 32;
/** Longer contents aren't kept in memory for this. */
const longestSample = 16_384;
/** Types that are known at most; events of others are written as they are. */
const mostTypes = 1000;

/** Packs for one store. */
export function createPacker({ db: own, dialect }: Pick<Store, "db" | "dialect">): Packer {
  const types = new Map<string, PackedType>();
  let isLearning = false;
  const learnType = async (eventType: string, type: PackedType): Promise<void> => {
    const made = dictionaryWith(commonText(type.samples));
    const now = await readLatest(own, dialect, [eventType]);
    type.dictionary = now.get(eventType) ?? (await keep(own, eventType, made));
    type.samples = [];
  };
  return {
    async prepare(db, eventTypes) {
      const unknown = [...new Set(eventTypes)].filter((type) => !types.has(type));
      if (unknown.length === 0 || types.size >= mostTypes) return;
      const found = await readLatest(db, dialect, unknown);
      for (const type of unknown) types.set(type, { dictionary: found.get(type), samples: [] });
    },
    write({ eventId: event_id, eventType, correlationId: correlation_id, content }) {
      const type = types.get(eventType);
      const plain = { content, packed: null, dictionary: null };
      if (type === undefined) return plain;
      if (type.dictionary === undefined) {
        if (type.samples.length < sampleCount && content.length <= longestSample) type.samples.push(content);
        return plain;
      }
      const packed = packContent(content, { event_id, correlation_id }, type.dictionary);
      if (packed === undefined) return plain;
      // A column of SQLite can't become nullable. In PostgreSQL, an engine of an older version must not send an empty text.
      const empty = dialect === "sqlite" ? "" : null;
      return { content: empty, packed: packed.toString("hex"), dictionary: type.dictionary.id };
    },
    async learn() {
      if (isLearning) return;
      const ready = [...types].filter(([, { samples }]) => samples.length === sampleCount);
      if (ready.length === 0) return;
      isLearning = true;
      try {
        for (const [eventType, type] of ready) await learnType(eventType, type);
      } finally {
        isLearning = false;
      }
    },
  };
}

/** The latest dictionary of each type. */
async function readLatest(
  db: Kysely<Tables>,
  dialect: Dialect,
  eventTypes: readonly string[],
): Promise<ReadonlyMap<string, Dictionary>> {
  const rows = await db
    .selectFrom("dictionaries")
    .select(["event_type", "id", "text"])
    .where(isAmong(dialect, "event_type", eventTypes))
    .orderBy("id")
    .execute();
  return new Map(rows.map(({ event_type, id, text }) => [event_type, { id, text }]));
}

/** Keeps a dictionary. Returns the one of this id, whose text is another one only if two hashes are the same. */
async function keep(
  db: Kysely<Tables>,
  event_type: string,
  dictionary: Dictionary,
): Promise<Dictionary | undefined> {
  const { id, text } = dictionary;
  await db
    .insertInto("dictionaries")
    .values({ id, event_type, text })
    .onConflict((each) => each.doNothing())
    .execute();
  const row = await db.selectFrom("dictionaries").select("text").where("id", "=", id).executeTakeFirst();
  return row?.text === text ? dictionary : undefined;
}
