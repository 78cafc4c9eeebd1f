import { uriPatterns } from "./uri-patterns.js";

/** `ucschar` of RFC 3987, section 2.2, without the last of each plane, which aren't characters. */
const ucschar = "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{efffd}";

/** Characters of a label, with the exceptions and the first characters that only some scripts allow (RFC 5892). */
const letter = "\\p{L}\\p{N}\\u{375}\\u{6fd}\\u{6fe}\\u{f0b}\\u{30fb}";
const inner = `${letter}\\p{M}\\-\\u{b7}\\u{5f3}\\u{5f4}\\u{200c}\\u{200d}`;
const label = `[${letter}](?:[${inner}]{0,61}[${letter}\\p{M}])?`;
const text = "a-z0-9!#$%&'*+/=?^_`{|}~\\-\\u{a0}-\\u{10ffff}";

/**
 * The formats of JSON Schema for texts that aren't ASCII, by expressions that take linear time. An IRI may have other letters where a URI
 * has its own. Which letters a host's label may combine isn't checked.
 */
export const internationalPatterns: readonly (readonly [name: string, expression: RegExp])[] = [
  ...uriPatterns.flatMap(([name, { source }]) =>
    name === "url"
      ? []
      : [[name.replace("uri", "iri"), new RegExp(source.replaceAll("._~", `._~${ucschar}`), "iu")] as const],
  ),
  ["idn-hostname", new RegExp(`^(?=.{1,253}$)${label}(?:[.\\u{3002}\\u{ff0e}\\u{ff61}]${label})*$`, "u")],
  ["idn-email", new RegExp(`^[${text}]+(?:\\.[${text}]+)*@${label}(?:\\.${label})*$`, "iu")],
];
