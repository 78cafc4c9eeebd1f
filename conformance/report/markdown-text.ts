/** Text that stays text inside Markdown, on one line: possible markup, HTML and mentions become character references. */
export function markdownText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced here
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").replace(/\p{Cs}/gu, "\ufffd");
  return line.replace(/[^\p{L}\p{N} .,;()/'-]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** The same in a fixed-width font. */
export function markdownCode(text: string): string {
  return `<code>${markdownText(text)}</code>`;
}
