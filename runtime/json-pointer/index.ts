/** JSON Pointers (RFC 6901): split once, then asked for a value. Inherited properties don't count. */
export { type PointerTokens, parsePointer, pointerResolver, resolvePointer } from "../webhook/pointer.js";
