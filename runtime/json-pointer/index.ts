export { pointerResolver } from "./pointer-resolver.js";
export { arrayIndex, escapeToken, fromPointer, toPointer } from "./tokens.js";
export { valueAt, valueAtPointer } from "./value-at.js";
