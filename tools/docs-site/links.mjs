// Finds the targets of links in the text of a page, and puts others in their place.
// Everything else stays as it is, byte by byte, so that the Markdown on the site is the page that was written.

/** Fenced code, code in a line, which ends with its paragraph or its row, and comments: nothing there is a link. */
const opaque = String.raw`^ *(?<fence>\`{3,}).*\n[^]*?^ *\k<fence>[ \t]*$|(?<!\`)(?<ticks>\`+)(?!\`)(?:(?!\n[ \t]*[\n|#>-])[^])*?(?<!\`)\k<ticks>(?!\`)|<!--[^]*?-->`;

/** The target of a link or picture, of a definition, and of an attribute of HTML. */
const inLink = String.raw`(?<=\]\()[^()\s]+(?=\))`;
const inDefinition = String.raw`(?<=^ {0,3}\[[^\]\n]+\]: +)\S+`;
const inAttribute = '(?<= (?:href|src|srcset)=")[^"]+(?=")';

const pattern = new RegExp(`${opaque}|(?<target>${inLink}|${inDefinition}|${inAttribute})`, "gm");

/** Calls a function with each relative target that names a file, without its `#anchor`, and puts what it returns there. */
export function replaceTargets(text, replace) {
  return text.replace(pattern, (...found) => {
    const [whole, { target }] = [found[0], found.at(-1)];
    if (target === undefined || /^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target)) return whole;
    const [path, ...anchor] = target.split("#");
    return [replace(decodeURIComponent(path)), ...anchor].join("#");
  });
}
