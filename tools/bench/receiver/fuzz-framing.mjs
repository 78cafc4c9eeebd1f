/**
 * @typedef {object} Framed
 * @property {readonly (readonly [string, string])[]} headers that announce the body
 * @property {Buffer} bytes the body as it travels
 * @property {boolean} isMalformed where it is no HTTP
 */

/**
 * Frames a body by its length, or in chunks of one byte, of odd sizes, or of one size; seldom in a way that is wrong.
 * @param {import("./random.mjs").Random} random
 * @param {Buffer} body
 * @returns {Framed}
 */
export function frameBody(random, body) {
  if (random.chance(0.75)) {
    return { headers: [["content-length", String(body.length)]], bytes: body, isMalformed: false };
  }
  const headers = [["transfer-encoding", "chunked"]];
  const sizes = random.pick([() => 1, () => 1 + 2 * random.below(40), () => 1 + random.below(2000)]);
  const pieces = cutBytes(body, sizes).flatMap((piece) => [sizeLine(random, piece.length), piece, "\r\n"]);
  const isMalformed = random.chance(0.05);
  if (isMalformed) pieces.splice(random.below(pieces.length + 1), 0, random.pick(wrong));
  const trailer = random.chance(0.1) ? "x-trailer: 1\r\n" : "";
  // The end of what is malformed is marked, so that nobody waits for more.
  const end = `0\r\n${trailer}\r\n${isMalformed ? "\r\n\r\n\0\r\n" : ""}`;
  return { headers, bytes: Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece))), isMalformed };
}

/** Size lines and ends that no chunk has. */
const wrong = ["zz\r\n", "-1\r\n", "\r\n", "ffffffffffffffffff\r\n", "0x5\r\n", "\0"];

function sizeLine(random, size) {
  const digits = size.toString(16);
  const written = random.chance(0.5) ? digits : `00${digits.toUpperCase()}`;
  return `${written}${random.chance(0.02) ? ";extension=1" : ""}\r\n`;
}

/**
 * The pieces that a request is written in: mostly one; else odd ones, or single bytes.
 * @param {import("./random.mjs").Random} random
 * @param {Buffer} bytes
 * @returns {Buffer[]}
 */
export function cutRequest(random, bytes) {
  if (random.chance(0.9)) return [bytes];
  if (random.chance(0.05)) return cutBytes(bytes, () => 1);
  return cutBytes(bytes, () => 1 + 2 * random.below(400));
}

/**
 * @param {Buffer} bytes
 * @param {() => number} sizes of the pieces, above 0
 * @returns {Buffer[]}
 */
export function cutBytes(bytes, sizes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + sizes();
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}
