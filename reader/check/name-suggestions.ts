import { nearestNames } from "@oipkit/runtime/nearest-names";

/** Most pairs of names that a check compares; about half a second. */
const mostComparisons = 500_000;

/** What a check says once it has compared so many names that it looks for no other one. */
export const noMoreSuggestions =
  "Too many names are wrong to look for similar ones: correct those above, and run the check again.";

/** The names that wrong ones may mean, for one run of a check: what they cost in all is limited. */
export class NameSuggestions {
  #left = mostComparisons;

  /** The nearest known name, in words; `otherwise` if none is near. `known` isn't called once the limit is reached. */
  hint(wrong: string, known: () => readonly string[], { found, otherwise }: SuggestionTexts): string {
    if (this.#left <= 0) return noMoreSuggestions;
    const names = known();
    this.#left -= names.length;
    const [near] = nearestNames(wrong, names);
    if (near === undefined) return otherwise;
    return found(near);
  }
}

/** What a finding says of the name that may be meant. */
interface SuggestionTexts {
  readonly found: (near: string) => string;
  /** If there is none. */
  readonly otherwise: string;
}
