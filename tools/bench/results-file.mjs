import { readFile, writeFile } from "node:fs/promises";

const opening = `# Benchmark results

Each section is written by the benchmark of its name; a new run replaces that section and no other.
`;

/**
 * Writes a benchmark's section to a results file, replacing the previous one or at the end.
 * @param {string} path
 * @param {string} name of the benchmark, unique in the file
 * @param {string} body Markdown, its heading included
 */
export async function writeSection(path, name, body) {
  const text = await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return opening;
    throw error;
  });
  await writeFile(path, replaceSection(text, name, body));
}

/**
 * @param {string} text
 * @param {string} name
 * @param {string} body
 */
export function replaceSection(text, name, body) {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const section = `${begin}\n${body.trim()}\n${end}`;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 && to === -1) return `${text.trimEnd()}\n\n${section}\n`;
  if (from === -1 || to < from) throw new Error(`a marker of section ${name} is missing`);
  return `${text.slice(0, from)}${section}${text.slice(to + end.length)}`;
}
