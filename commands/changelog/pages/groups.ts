import { exactJsonText } from "../../../reader/documents/exact-json.js";
import { printableJson } from "../../../reader/text/json.js";
import { sentence } from "../../diff/report/wording.js";
import { type ChangelogEntry, changelogSections } from "./entry.js";
import { operationCode } from "./operation-code.js";

/** Entries under a heading. */
export interface EntryGroup {
  readonly title: string;
  /** In a few words, what the heading means; absent if it says enough. */
  readonly meaning?: string;
  /** By subject, in order. */
  readonly subjects: ReadonlyMap<string, readonly ChangelogEntry[]>;
}

const titles = {
  added: "Added",
  changed: "Changed",
  deprecated: "Deprecated",
  removed: "Removed",
  fixed: "Fixed",
} as const;

/** The sections of a changelog: what breaks first, for programs and then for code that uses the SDK. */
export function entryGroups(entries: readonly ChangelogEntry[]): readonly EntryGroup[] {
  return (["wire", "source"] as const).flatMap((breaks) => {
    const of = (
      title: string,
      wanted: (entry: ChangelogEntry) => boolean,
      meaning?: string,
    ): EntryGroup[] => {
      const found = entries.filter((entry) => entry.breaks === breaks && wanted(entry));
      if (found.length === 0) return [];
      const whole = breaks === "source" ? `${title} in the generated SDK` : title;
      return [{ title: whole, ...(meaning !== undefined && { meaning }), subjects: bySubject(found) }];
    };
    const breaking =
      breaks === "wire"
        ? "Programs that were written for the previous version can fail."
        : "Code that uses the SDK no longer compiles.";
    return [
      ...of("Breaking", (entry) => entry.breaking, breaking),
      ...changelogSections.flatMap((section) =>
        of(titles[section], (entry) => !entry.breaking && entry.section === section),
      ),
    ];
  });
}

function bySubject(entries: readonly ChangelogEntry[]): ReadonlyMap<string, readonly ChangelogEntry[]> {
  const groups = new Map<string, ChangelogEntry[]>();
  for (const entry of entries) {
    // What many operations have in common is told apart from what is theirs alone.
    const name = entry.subject === "" ? "General" : operationCode(entry.subject);
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return groups;
}

/** Longer examples aren't shown. */
const longestExample = 100;
/** Places that are listed. */
const mostPlaces = 3;

/** What is said of an entry, without its subject; backticks enclose names and values. */
export interface EntryParts {
  /** "Check" if it is doubtful. */
  readonly label?: string;
  readonly statement: string;
  readonly advice?: string;
  /** As JSON. */
  readonly example?: string;
  readonly places?: string;
  readonly why?: string;
}

/** The sentences of an entry. */
export function entryParts({
  part,
  text,
  doubtful,
  breaking,
  advice,
  example,
  places,
  why,
}: ChangelogEntry): EntryParts {
  const shown = example === undefined ? "" : (example.sent ?? printableJson(exactJsonText(example.document)));
  const more = places.length > mostPlaces ? ` and ${places.length - mostPlaces} more` : "";
  return {
    ...(doubtful && !breaking && { label: "Check" }),
    statement: sentence(part === undefined ? text : `${part}: ${text}`),
    ...(advice !== undefined && { advice: sentence(advice) }),
    ...(shown !== "" && shown.length <= longestExample && { example: shown }),
    ...(places.length > 0 && {
      places: `In ${places.slice(0, mostPlaces).map(operationCode).join("; ")}${more}.`,
    }),
    ...(why !== undefined && { why: why.replace(/…$/, "...") }),
  };
}
