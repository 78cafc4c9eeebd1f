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

/** A phrase with words that may be states, which are the first group. */
interface StatePhrase extends Pick<StateWord, "isRefusedIn"> {
  readonly pattern: RegExp;
}

/** "It is archived", "The article isn't published". */
const refusalPhrases: readonly StatePhrase[] = [
  {
    pattern: /\b(?:is|are|was|has been) (?:already |still |currently |in state )?([a-z]+)/g,
    isRefusedIn: true,
  },
  {
    pattern: /\b(?:isn't|is not|aren't|are not|not yet) (?:yet |in state )?(?:an? |the )?([a-z]+)/g,
    isRefusedIn: false,
  },
];

/** "Only a draft can be changed", "must be open", "Closed tickets can't be changed", "can't be changed once it is closed". */
const rulePhrases: readonly StatePhrase[] = [
  { pattern: /\bonly ((?:[a-z]+ ){1,4})(?:can|may)\b/g, isRefusedIn: false },
  {
    pattern: /\b(?:only|unless) (?:while|when|if|once|after|as long as|for) ((?:[a-z]+ ?){1,4})/g,
    isRefusedIn: false,
  },
  { pattern: /\b(?:must|has to|have to|needs to) be (?:in state )?(?:an? )?([a-z]+)/g, isRefusedIn: false },
  { pattern: /\b([a-z]+) [a-z]+ (?:can't|cannot|can not|may not|must not|mustn't) be\b/g, isRefusedIn: true },
  {
    pattern:
      /\b(?:can't|cannot|can not) be [a-z]+ (?:once|after|when|if|while) (?:it |they |is |are |has |have |been |was )*([a-z]+)/g,
    isRefusedIn: true,
  },
  {
    pattern:
      /\b(?:can't|cannot|can not) be [a-z]+ (?:until|before|unless) (?:it |they |is |are |has |have |been |was )*([a-z]+)/g,
    isRefusedIn: false,
  },
];

function wordsIn(text: string, phrases: readonly StatePhrase[]): readonly StateWord[] {
  const plain = text
    .toLowerCase()
    .replace(/[`*_"]/g, "")
    .replace(/’/g, "'");
  return phrases.flatMap(({ pattern, isRefusedIn }) =>
    [...plain.matchAll(pattern)].flatMap(([, group = ""]) =>
      group
        .split(" ")
        .filter((word) => word !== "")
        .map((word) => ({ word, isRefusedIn })),
    ),
  );
}

/** Whether a word of prose is a form of the name of a state or an action: "published" of `publish`, "drafts" of `draft`. */
export function isStateWord(word: string, name: string): boolean {
  return name.length >= 4 && word.startsWith(stateStem(name));
}

/** What the forms of the name of a state or an action have in common: `publi` of `publish`. */
export function stateStem(name: string): string {
  return name.toLowerCase().slice(0, Math.max(4, name.length - 2));
}
