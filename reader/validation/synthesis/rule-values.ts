import { valueAt } from "@oipkit/runtime/json-pointer";
import type { NodeObject } from "../nodes/node.js";
import type { Rule } from "../nodes/rule.js";

type Members = Readonly<Record<string, unknown>>;
type Path = readonly string[];

/** Which member of a rule is changed: the one that depends on the other, or the other. */
interface Direction {
  readonly equal: boolean;
  readonly later: boolean;
}

const directions: readonly Direction[] = [true, false].flatMap((later) =>
  [true, false].map((equal) => ({ equal, later })),
);

/** An object, then the same with its members changed in several ways so that rules between them hold. */
export function* withRules(parts: readonly NodeObject[], made: Members): Generator<Members> {
  yield made;
  const rules = parts.flatMap((part) => part.rules ?? []);
  if (rules.length === 0) return;
  for (const direction of directions) {
    const changed = structuredClone(made);
    // Rules may depend on each other, so all are applied once more.
    for (const rule of [...rules, ...rules]) applyRule(changed, rule, direction);
    yield changed;
  }
}

function applyRule(object: Members, { equal, later }: Rule, direction: Direction): void {
  const [a = [], b = []] = equal ?? later ?? [];
  const [first, second] = [valueAt(object, a), valueAt(object, b)];
  if (first === undefined || second === undefined) return;
  if (equal !== undefined) setAt(object, direction.equal ? b : a, direction.equal ? first : second);
  else if (direction.later) setAt(object, a, shifted(second, 1));
  else setAt(object, b, shifted(first, -1));
}

const hour = 3_600_000;

/** The instant that many hours later. */
function shifted(value: unknown, hours: number): unknown {
  const time = Date.parse(String(value));
  return Number.isNaN(time) ? value : new Date(time + hours * hour).toISOString().replace(".000Z", "Z");
}

function setAt(object: Members, path: Path, value: unknown): void {
  const parent = valueAt(object, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof parent === "object" && parent !== null && key !== undefined)
    Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true });
}
