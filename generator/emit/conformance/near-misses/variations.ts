import type { Variation } from "../../../../commands/conform/suite/variation.js";

/** A variation of a text, and what a receiver does to texts that takes it for the right one. */
export interface NamedVariation {
  readonly name: string;
  readonly as: Variation;
  /** Words that follow "is probably". */
  readonly mistake: string;
  /**
   * Whether a header can carry it; white space at its ends and control characters can't. `utf8`: only if the receiver reads
   * headers as UTF-8, which HTTP leaves open.
   */
  readonly inHeader?: "ascii" | "utf8";
}

const trimmed = "trimmed before it is compared";
const contained = "searched for in the text that was sent";
const languages = "compared by the rules of a language, which ignore some characters";
const partly = "compared only in part";
const coerced = "converted to text before it is compared";
const decoded = "decoded once more before it is compared";

/** The texts that careless comparisons take for the right one, the most frequent mistakes first. */
export const variations: readonly NamedVariation[] = [
  { name: "other-case", as: "other-case", mistake: "compared without regard to case", inHeader: "ascii" },
  {
    name: "prefix",
    as: "prefix",
    mistake: "compared only as far as the shorter text goes",
    inHeader: "ascii",
  },
  {
    name: "extended",
    as: { after: "x" },
    mistake: "compared only as far as the shorter text goes",
    inHeader: "ascii",
  },
  { name: "altered-last", as: "altered-last", mistake: partly, inHeader: "ascii" },
  { name: "extended-space", as: { after: " " }, mistake: trimmed },
  { name: "full-width", as: "full-width", mistake: "normalized before it is compared", inHeader: "utf8" },
  { name: "in-array", as: "in-array", mistake: coerced },
  { name: "prepended-space", as: { before: " " }, mistake: trimmed },
  { name: "extended-newline", as: { after: "\n" }, mistake: trimmed },
  { name: "prepended-newline", as: { before: "\n" }, mistake: trimmed },
  { name: "extended-tab", as: { after: "\t" }, mistake: trimmed },
  { name: "extended-no-break-space", as: { after: "\u00a0" }, mistake: trimmed },
  { name: "extended-mark", as: { after: "\ufeff" }, mistake: trimmed },
  { name: "suffix", as: "suffix", mistake: "searched for in the right text", inHeader: "ascii" },
  { name: "prepended", as: { before: "x" }, mistake: contained, inHeader: "ascii" },
  { name: "listed-first", as: { after: ",x" }, mistake: contained, inHeader: "ascii" },
  { name: "listed-last", as: { before: "x," }, mistake: contained, inHeader: "ascii" },
  { name: "extended-word", as: { after: " x" }, mistake: "cut at white space", inHeader: "ascii" },
  { name: "extended-line", as: { after: "\nx" }, mistake: "cut at the end of its line" },
  { name: "prepended-line", as: { before: "x\n" }, mistake: contained },
  { name: "doubled", as: "doubled", mistake: contained, inHeader: "ascii" },
  { name: "inner-space", as: "inner-space", mistake: "compared without white space", inHeader: "ascii" },
  { name: "extended-nul", as: { after: "\0x" }, mistake: "cut at a NUL character" },
  { name: "extended-soft-hyphen", as: { after: "\u00ad" }, mistake: languages, inHeader: "utf8" },
  { name: "accented", as: "accented", mistake: languages, inHeader: "utf8" },
  { name: "low-bytes", as: "low-bytes", mistake: "reduced to one byte for each character", inHeader: "utf8" },
  { name: "look-alike", as: "look-alike", mistake: "transliterated before it is compared", inHeader: "utf8" },
  { name: "altered-first", as: "altered-first", mistake: partly, inHeader: "ascii" },
  { name: "altered-middle", as: "altered-middle", mistake: partly, inHeader: "ascii" },
  { name: "swapped", as: "swapped", mistake: "compared as a set or a sum of characters", inHeader: "ascii" },
  { name: "percent-encoded", as: "percent-encoded", mistake: decoded, inHeader: "ascii" },
  { name: "quoted", as: "quoted", mistake: decoded, inHeader: "ascii" },
  { name: "in-object", as: "in-object", mistake: coerced },
];

/** Where the mistakes are those of a comparison that was tried in full elsewhere: one variation for each frequent one. */
export const frequent: readonly NamedVariation[] = variations.slice(0, 7);

/** Whether a variation is a text, so that it can stand wherever the right one can. */
export function isText({ as }: NamedVariation): boolean {
  return as !== "in-array" && as !== "in-object";
}
