import { type ApiOperation, operationText, statusText } from "../../contract/api-contract.js";

/** What the contract says about an operation and a state: "It is archived" of 409, "Only drafts can be changed". */
export interface StateWord {
  /** As it is written, in lower case. */
  readonly word: string;
  /** Whether the operation is refused in the state, rather than in any other. */
  readonly isRefusedIn: boolean;
}

/** Statuses whose descriptions say in which state an operation is refused. */
const stateStatuses = [409, 423];

/** What the contract says in prose of the states in which an operation is refused. Any word may be one of them. */
export function stateWords(operation: ApiOperation): readonly StateWord[] {
  const refusals = stateStatuses.map((status) => statusText(operation, status)).join(". ");
  return [
    ...wordsIn(refusals, refusalPhrases),
    ...wordsIn(`${refusals}. ${operationText(operation)}`, rulePhrases),
  ];
}

/** Words that are followed, or preceded, by the name of a state. */
interface StatePhrase extends Pick<StateWord, "isRefusedIn"> {
  readonly pattern: RegExp;
  /** Whether the state comes before the words. Default: it follows. */
  readonly isBefore?: boolean;
}

/** "It is archived", "The article isn't published". */
const refusalPhrases: readonly StatePhrase[] = [
  { pattern: /\b(?:is|are|was|been) /g, isRefusedIn: true },
  { pattern: /\b(?:isn't|is not|aren't|are not|not yet) /g, isRefusedIn: false },
];

/** "Only a draft can be changed", "must be open", "Closed tickets can't be changed", "can't be changed once it is closed". */
const rulePhrases: readonly StatePhrase[] = [
  { pattern: /\bonly /g, isRefusedIn: false },
  { pattern: /\b(?:must|has to|have to|needs to) be /g, isRefusedIn: false },
  { pattern: / (?:can't|cannot|can not|may not|must not|mustn't) be\b/g, isRefusedIn: true, isBefore: true },
  { pattern: /\bbe [a-z]+ (?:once|after|when|if|while) /g, isRefusedIn: true },
  { pattern: /\bbe [a-z]+ (?:until|before|unless) /g, isRefusedIn: false },
];

/** Words between a phrase and the state: "only while it is open". */
const fillers =
  /^(?:an?|the|it|they|is|are|has|have|been|was|already|still|currently|yet|in|state|for|while|when|if|once|after)$/;

function wordsIn(text: string, phrases: readonly StatePhrase[]): readonly StateWord[] {
  const plain = text
    .toLowerCase()
    .replace(/[`*_"]/g, "")
    .replace(/’/g, "'");
  return phrases.flatMap(({ pattern, isRefusedIn, isBefore = false }) =>
    [...plain.matchAll(pattern)].flatMap((match) => {
      const after = plain.slice(
        match.index + match[0].length,
        match.index + match[0].length + mostCharacters,
      );
      const before = plain.slice(Math.max(0, match.index - mostCharacters), match.index);
      const near = isBefore ? before.split(/[.,;:]/).at(-1) : after.split(/[.,;:]/, 1)[0];
      const words = (near ?? "").split(" ").filter((word) => word !== "" && !fillers.test(word));
      // Of "a closed ticket can't be changed", the adjective; of "is archived", the word itself.
      const meant = isBefore ? words.slice(-2, -1) : words.slice(0, 1);
      return meant.map((word) => ({ word, isRefusedIn }));
    }),
  );
}

/** Characters around a phrase that are looked at. */
const mostCharacters = 80;

/** Whether a word of prose is a form of the name of a state or an action: "published" of `publish`, "drafts" of `draft`. */
export function isStateWord(word: string, name: string): boolean {
  return name.length >= 4 && word.startsWith(stateStem(name));
}

/** What the forms of the name of a state or an action have in common: `publi` of `publish`. */
export function stateStem(name: string): string {
  return name.toLowerCase().slice(0, Math.max(4, name.length - 2));
}
