/**
 * The value of a JSON text. Throws `SyntaxError` if it isn't one, and `RangeError` if it has a number that would become another
 * value: an integer beyond 2^53 that no double holds, or a number beyond all doubles (RFC 8259, section 6).
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Strings are read, too, since one may hold digits.
  if (/\d{16}|e\+?\d{3}/i.test(text)) text.replace(/"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g, checked);
  return value;
}

/** What is wrong with a text for which {@link parseJson} threw: never a part of it, which may hold a token. */
export function jsonProblem(error: unknown): string {
  return error instanceof RangeError ? "has a number that no double holds" : "isn't JSON";
}

/** Throws unless a number is what JavaScript makes of it. A fraction is rounded, as always. */
function checked(token: string): string {
  const number = Number(token);
  const isInteger = /^-?\d{16,}$/.test(token);
  // What a double is printed as is that double, although zeros replace its last digits.
  const isKept = !isInteger || `${number}` === token || BigInt(token) === BigInt(number);
  if (token[0] !== '"' && !(Math.abs(number) < Infinity && isKept)) throw new RangeError();
  return token;
}
