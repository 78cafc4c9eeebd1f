import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Whether a test file has a test, a row of one or a group of this name; `reference` is `test/path.test.ts#name`. */
export function hasTest(reference: string): boolean {
  const at = reference.indexOf("#");
  const path = resolve(root, reference.slice(0, at));
  if (!existsSync(path)) return false;
  const [text, name] = [readFileSync(path, "utf8"), reference.slice(at + 1)];
  return ['"', "'", "`"].some((quote) => text.includes(`${quote}${name}${quote}`));
}
