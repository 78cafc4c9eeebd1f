/**
 * Whether a valid pattern (`u` flag) takes linear time at first sight: it repeats nothing a variable number of times, or
 * one character once and is anchored. Most patterns of contracts are like that and needn't be analysed.
 */
export function isSimplePattern(pattern: string): boolean {
  if (/\\(?:[1-9]|k<)/.test(pattern)) return false;
  const plain = pattern
    .replace(/\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|.)/gsu, "a")
    .replace(/\[[^\]]*\]/g, "a")
    .replace(/\((?:\?(?:<[=!]|<[^>]*>|[:=!]))?/g, "(");
  if (/\)[*+?{]/.test(plain)) return false;
  const repetitions = plain.match(/[*+?]|\{\d+,\d*\}/g)?.length ?? 0;
  return repetitions === 0 || (repetitions === 1 && plain.startsWith("^") && !plain.includes("|"));
}
