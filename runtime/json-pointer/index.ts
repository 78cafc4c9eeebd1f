/** JSON Pointers (RFC 6901): their tokens, and the values they point to. Inherited properties do not count. */
export { pointerResolver } from "./pointer-resolver.js";
export { arrayIndex, escapeToken, fromPointer, toPointer } from "./tokens.js";
export { valueAt, valueAtPointer } from "./value-at.js";
