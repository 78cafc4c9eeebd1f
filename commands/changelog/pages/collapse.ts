import { json } from "../../../reader/text/json.js";
import type { ChangelogEntry } from "./entry.js";
import type { NamedChange } from "./entry-texts.js";
import type { ReachedPart } from "./subject.js";

/** An entry, and what it is named after if others may be told with it. */
export interface Draft extends Omit<ChangelogEntry, "places"> {
  /** Where it is sent, if the subject doesn't say so. */
  readonly reached: readonly ReachedPart[];
  readonly named?: NamedChange;
}

/** So many operations with the same change in the same part are one entry. */
const fewOperations = 3;
/** More subjects aren't in the title. */
const mostTitles = 3;

/**
 * Tells nothing twice: the same change of what is sent and of what is received, several members of a schema with the same change, and many
 * operations with the same change are one entry each.
 */
export function collapse(drafts: readonly Draft[]): ChangelogEntry[] {
  const told = drafts.filter(({ text }) => text !== "");
  const subjects = groups(told, ({ named, ...entry }) =>
    key(entry, [named?.kind ?? "", entry.subject, named === undefined ? entry.text : ""]),
  ).map(oneSubject);
  // What breaks some and not others is told for each.
  const effect = ({ breaking, doubtful }: ChangelogEntry) => json([breaking, doubtful]);
  return groups(subjects, (entry) => key(entry, [entry.text, entry.code, effect(entry)])).flatMap((same) => {
    const names = new Set(same.map(({ subject }) => subject));
    // What happened to an operation as a whole is told for each.
    if (same.some(({ subject, part }) => part === undefined && !subject.startsWith("`"))) return same;
    const few = same.every(({ subject }) => subject.startsWith("`")) ? 2 : fewOperations;
    return names.size < few ? same : [manySubjects(same, names)];
  });
}

function key(
  { section, breaks, part = "" }: Pick<ChangelogEntry, "section" | "breaks" | "part">,
  more: readonly string[],
): string {
  return json([section, breaks, part, ...more]);
}

function groups<Item>(items: readonly Item[], keyFor: (item: Item) => string): Item[][] {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const name = keyFor(item);
    const group = found.get(name);
    if (group === undefined) found.set(name, [item]);
    else group.push(item);
  }
  return [...found.values()];
}

/** The same change of one subject: one of it, or several of its members. */
function oneSubject(drafts: readonly Draft[]): ChangelogEntry {
  const [first] = drafts as [Draft];
  const { named, advice, reached: _, ...entry } = first;
  const names = [...new Set(drafts.flatMap((draft) => draft.named?.name ?? []))].sort();
  const places = joinedPlaces(drafts);
  const breaking = drafts.some((each) => each.breaking);
  const doubtful = !breaking && drafts.some((each) => each.doubtful);
  const advised = drafts.find((each) => each.advice !== undefined)?.advice ?? advice;
  const shared = {
    ...entry,
    breaking,
    doubtful,
    places,
    ...(advised !== undefined && { advice: advised }),
  };
  if (named === undefined) return shared;
  const { why, ...rest } = shared;
  if (names.length > 1) return { ...rest, text: named.text(names) };
  const type = named.type === undefined ? "" : ` (${named.type})`;
  return { ...shared, text: `${named.text(names)}${type}` };
}

/** Where all of them are; of several operations, without the parts. */
function joinedPlaces(drafts: readonly Draft[]): readonly string[] {
  const reached = drafts.flatMap((each) => each.reached);
  const texts = reached.map(({ subject, part }) => (part === undefined ? subject : `${subject}, ${part}`));
  const all = new Set(texts);
  if (all.size <= 1) return [...all];
  return [...new Set(reached.map(({ subject }) => subject))];
}

function manySubjects(entries: readonly ChangelogEntry[], names: ReadonlySet<string>): ChangelogEntry {
  const [first] = entries as [ChangelogEntry];
  const { why, example, ...entry } = first;
  const titles = [...names].sort();
  const more = titles.length > mostTitles ? ` and ${titles.length - mostTitles} more` : "";
  return {
    ...entry,
    subject: `${titles.slice(0, mostTitles).join(", ")}${more}`,
    places: [...new Set([...titles.slice(mostTitles), ...entries.flatMap(({ places }) => places)])],
  };
}
