/**
 * Regular expressions that the checker can't decide, or not within seconds, or that it calls quadratic: the start of each, and why no text
 * keeps it busy. Look-around is beyond the checker, and long words and counts make its automaton large.
 */
export const uncheckedExpressions: readonly (readonly [start: string, reason: string])[] = [
  ["/(<!-- options:", "reads pages of this repository, when it is built"],
  ["/(<!-- rules:", "reads pages of this repository, when it is built"],
  ['/(?<=^operations\\["', "anchored: it begins at one place only"],
  ["/^-+|(?<!-)-+$/g", "a run is read from its first character only"],
  ["/(?<![\\\\ ]) +$/", "a run is read from its first character only"],
  ["/-----BEGIN ", "white space follows one header, and is tried 40 times at most"],
  ["/\\b(?:AKIA|ASIA)(?!", "a word has one start, and the look-ahead ends with the word"],
  ["/\\bxox[abeprs]-", "a part of a word that starts again has matched before"],
  ["/\\b[rs]k_live_", "a word has one start; the checker says so after ten seconds"],
  ["/^(?:\\w+:\\/\\/)?(?:[^@/]*@)?(?:localhost", "anchored, and its parts end at different characters"],
  ["/^[0-9a-f]{64}\\.json", "anchored, with one repetition"],
  ["/#[^\\n]*|", "reads code samples of the Console, which are its own"],
  ["/\\/\\/[^\\n]*|", "reads code samples of the Console, which are its own"],
  ["/(?<name>", "a string that doesn't end is read twice, as a name and as a value"],
  ['/"(?:[^"\\\\]|\\\\.)*"/g', "reads JSON that was parsed before, in which each string ends"],
  ["/^assets\\/.*-", "reads names of the Console's own files"],
  ["/__proto__|<<|", "white space follows one `$ref`; the checker says so after twenty seconds"],
  ["/^(-?)\\+?0*(?=", "anchored, with one repetition"],
  ["/(?:(?=\\p{ID_Continue})", "one character at a time, with nothing after it"],
  ["/[\\\\`*_{}[\\]<>|~#]|&(?=", "the look-ahead ends at the next `&`"],
  ["/(?<=#)#(?=\\w*\\[)/g", "the look-ahead ends at the next `#`"],
  ["/^P(?!$)", "anchored, and each number ends at another letter"],
  [
    "/^(?!\\S*\\s)(?:https?|ftp):",
    "after each `@` it reads to the next one; formats-attack.test.ts tries it",
  ],
  ["/(?:^[\\t ]*|[{,]\\s*)[", "white space follows one sign; the checker says so after some seconds"],
  ["/^import [^;]*", "reads files of the product"],
  ["/^(?:([*+?])|\\{(\\d+)", "reads 200 characters at a time"],
  ['/\\s*;\\s*([^\\s=;,"]+)', "reads a header, which clients and proxies limit to some kilobytes"],
  ["/^(?:(?![\\u20d0-", "one character at a time, with nothing after it"],
];
