// Writes llms.txt (https://llmstxt.org): what an assistant reads first, with links to the Markdown of each page.

/** The text, from the pages, the index of the documentation, and one sentence about the product. */
export function llmsText({ pages, index, summary }) {
  const known = new Map(pages.map((page) => [page.file, page]));
  const line = ({ file, text }) => {
    const { address, title, sentence } = known.get(file);
    return `- [${escaped(title)}](${address}.md): ${escaped(sentence ?? `${text}.`)}`;
  };
  const lines = (entries) => entries.flatMap((entry) => [line(entry), ...lines(entry.entries)]);
  const sections = index.flatMap(({ title, groups }) =>
    groups.map((group) => [group.title ?? title, lines(group.entries)]),
  );
  const merged = new Map();
  for (const [title, found] of sections) merged.set(title, [...(merged.get(title) ?? []), ...found]);
  const text = [...merged].map(([title, found]) => `## ${title}\n\n${found.join("\n")}\n`);
  return `# oipkit\n\n> ${summary}\n\n${text.join("\n")}`;
}

function escaped(text) {
  return text.replace(/[\\[\]<>]/g, "\\$&");
}
