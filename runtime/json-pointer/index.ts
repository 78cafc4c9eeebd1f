/** JSON Pointers (RFC 6901): tokens, and the value at them. Inherited properties do not count. */
export { pointerResolver } from "./pointer-resolver.js";
export { arrayIndex, escapeToken, fromPointer, toPointer } from "./tokens.js";
export { valueAt, valueAtPointer } from "./value-at.js";
