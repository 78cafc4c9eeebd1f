/** How many characters at the end are always shown, unless the text's action, such as `:cancel`, is longer. */
const end = 8;
const longestEnd = 24;

/** An id, a path or a type on one line: if there is no room, its middle is left out, and the whole text is its title. */
export function Clipped({ text, isMuted = false }: { readonly text: string; readonly isMuted?: boolean }) {
  const action = text.length - text.lastIndexOf(":");
  const kept = text.includes(":") && action > end && action <= longestEnd ? action : end;
  const split = Math.max(0, text.length - kept);
  return (
    <code className={isMuted ? "clipped muted" : "clipped"} data-clip title={text}>
      <span>{text.slice(0, split)}</span>
      <span>{text.slice(split)}</span>
    </code>
  );
}
