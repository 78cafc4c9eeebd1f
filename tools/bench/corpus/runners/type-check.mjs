import { typeCheckFolder } from "../type-check.mjs";

/** @param {{ folder: string, strictness: import("../compiler-options.mjs").Strictness }} task */
export default function run({ folder, strictness }) {
  return typeCheckFolder(folder, strictness);
}
