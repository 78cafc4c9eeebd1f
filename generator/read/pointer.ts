export { escapeToken, fromPointer, toPointer, valueAt } from "../../runtime/json-pointer/index.js";
