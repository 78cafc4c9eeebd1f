/**
 * @typedef {{ file: string, test: string, seed: number, path: string | null, counterexample: string, error: string }} Note
 * A failed property: where, what fast-check needs to repeat it, and the smallest case that it found.
 * @typedef {{ file: string, test: string, message: string }} Failure A failed test.
 * @typedef {{ seed: number, runs: number, notes: readonly Note[], failures: readonly Failure[] }} Round
 */

/** The text about a round that found something: for each failure, what to repeat and what to add as a case. @param {Round} round */
export function reportRound({ seed, runs, notes, failures }) {
  const properties = notes.map((note) =>
    [
      `${note.file} > ${note.test}`,
      `  ${note.error}`,
      `  the smallest case:  ${note.counterexample}`,
      `  add it to the test: { examples: [${note.counterexample}] }, as the parameters of fc.assert, once it is repaired`,
      `  repeat this case:   { seed: ${note.seed}, path: ${JSON.stringify(note.path)} }, as the parameters of fc.assert`,
      `  repeat this test:   npm run explore -- --seed ${seed} --runs ${runs} --rounds 1 ${note.file}`,
    ].join("\n"),
  );
  const noted = new Set(notes.map(({ file, test }) => `${file}\n${test}`));
  const others = failures
    .filter(({ file, test }) => !noted.has(`${file}\n${test}`))
    .map(({ file, test, message }) =>
      [
        `${file} > ${test}`,
        `  not a property: ${message.split("\n", 1)[0]}`,
        `  repeat this test:   npm run explore -- --seed ${seed} --runs ${runs} --rounds 1 ${file}`,
      ].join("\n"),
    );
  return [...properties, ...others].join("\n\n");
}

/** The failed tests of Vitest's JSON, with paths as in the notes; a file that didn't run counts as one. @param {{ testResults: readonly any[] }} json */
export function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === "failed");
    if (failed.length === 0 && status === "failed")
      return [{ file: name, test: "(the file)", message: message || "the file didn't run" }];
    return failed.map(({ ancestorTitles, title, failureMessages: [first = ""] }) => {
      return { file: name, test: [...ancestorTitles, title].join(" > "), message: first };
    });
  });
}
