import type { Lifecycle } from "../platform/commerce/lifecycle.js";
import { checkLifecycle } from "./check-lifecycle.js";
import { parseDataFile } from "./data-file.js";
import { rootOf } from "./data-node.js";
import { readDataText } from "./data-text.js";
import { lifecycleOf } from "./lifecycle-shape.js";

/** The last one that was read: most sandboxes of a process have the same, and reading it takes some 50 ms (measured). */
let last: { readonly text: string; readonly lifecycle: Lifecycle } | undefined;

/** Reads a file such as `contracts/sandbox/lifecycle.yaml`. Throws `SandboxDataError` if it is wrong. */
export function readLifecycle(file: string): Lifecycle {
  const text = readDataText(file);
  if (last?.text !== text) last = { text, lifecycle: parseLifecycle({ file, text }) };
  return last.lifecycle;
}

/** Reads a lifecycle from YAML; `file` is its name in errors. Throws `SandboxDataError` if it is wrong. */
export function parseLifecycle(source: { readonly file: string; readonly text: string }): Lifecycle {
  const parsed = parseDataFile(source);
  const lifecycle = lifecycleOf(rootOf(parsed));
  const [problem] = checkLifecycle(lifecycle);
  if (problem) throw parsed.errorAt(problem.path, "data-rule", problem.message);
  return lifecycle;
}
