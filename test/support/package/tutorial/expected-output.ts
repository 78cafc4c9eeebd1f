/** The output that a page shows, as a pattern: `…` matches anything within a line, and alone on a line any number of lines. */
export function expectedOutput(lines: readonly string[]): RegExp {
  const parts = lines.map((line, at) => {
    if (line === "…") return at === lines.length - 1 ? "(?:.*\\n)*" : "(?:.*\\n)*?";
    const words = line.split("…").map((text) => escaped(text).replace(/ +/g, " +"));
    return `${words.join(".*?")} *\\n`;
  });
  return new RegExp(`^${parts.join("")}`, "m");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Without what npm prints before a script, and without colours. */
export function plainOutput(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of colours begin with one.
  const text = output.replace(/\u001b\[[0-9;]*m/g, "").replace(/^\n*(?:> .*\n)+\n*/gm, "");
  return text.endsWith("\n") || text === "" ? text : `${text}\n`;
}
