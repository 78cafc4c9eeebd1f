/** JSON Pointers (RFC 6901): their tokens, and the values they point to. Inherited properties do not count. */
export {
  arrayIndex,
  escapeToken,
  fromPointer,
  pointerResolver,
  toPointer,
  valueAt,
  valueAtPointer,
} from "./json-pointer.js";
