import { xml } from "../../dist/reader/text/xml.js";

const [width, height, margin] = [8.4, 19, 18];
const style = `text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #e6edf3; }
.s1 { font-weight: 700; } .s2 { fill: #9da7b3; } .s31 { fill: #ff7b72; } .s32 { fill: #56d364; } .s33 { fill: #e3b341; }`;

/**
 * Renders text with escape sequences for bold, faint, red, green and yellow as an SVG image of a terminal, whose text can be
 * selected. Lines longer than `columns` are continued at the same indentation.
 */
export function terminalSvg(text, { columns }) {
  const lines = text
    .trimEnd()
    .split("\n")
    .flatMap((line) => wrapped(cellsOf(line), columns));
  const [right, bottom] = [Math.round(columns * width) + 2 * margin, lines.length * height + 2 * margin];
  const rows = lines.map((cells, at) => (cells.length === 0 ? "" : row(cells, margin + at * height + 14)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${right} ${bottom}" width="${right}" height="${bottom}" role="img">
<title>A terminal session with oipkit</title>
<style>${style}</style>
<rect x="0.5" y="0.5" width="${right - 1}" height="${bottom - 1}" rx="8" fill="#0d1117" stroke="#3d444d"/>
${rows.filter(Boolean).join("\n")}
</svg>
`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence starts with one.
const escapeSequence = /\u001b\[([\d;]*)m/;

/** The characters of a line, each with the classes that the escape sequences before it switch on. */
function cellsOf(line) {
  let classes = "";
  return line.split(escapeSequence).flatMap((piece, at) => {
    if (at % 2 === 0) return [...piece].map((character) => ({ character, classes }));
    const codes = piece.split(";").filter((code) => code !== "" && code !== "0");
    classes = codes.map((code) => `s${code}`).join(" ");
    return [];
  });
}

/** Breaks a line at spaces, or at the last column if there is none. */
function wrapped(cells, columns) {
  const indentation = cells.slice(
    0,
    Math.max(
      0,
      cells.findIndex(({ character }) => character !== " "),
    ),
  );
  const lines = [];
  let rest = cells;
  while (rest.length > columns) {
    const space = rest.findLastIndex(
      ({ character }, at) => character === " " && at > indentation.length && at <= columns,
    );
    const end = space === -1 ? columns : space;
    lines.push(rest.slice(0, end));
    rest = [...indentation, ...rest.slice(space === -1 ? end : end + 1)];
  }
  return [...lines, rest];
}

/** A line of text, as wide in any font. */
function row(cells, y) {
  const runs = [];
  for (const { character, classes } of cells) {
    const last = runs.at(-1);
    if (last?.classes === classes) last.text += character;
    else runs.push({ classes, text: character });
  }
  const spans = runs.map(({ classes, text }) =>
    classes === "" ? xml(text) : `<tspan class="${xml(classes)}">${xml(text)}</tspan>`,
  );
  const length = (cells.length * width).toFixed(1);
  return `<text x="${margin}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${spans.join("")}</text>`;
}
