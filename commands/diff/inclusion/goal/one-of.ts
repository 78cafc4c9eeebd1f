import type { Node } from "../../../../reader/validation/nodes/node.js";
import { all, any, type Formula, type OneFormula } from "./formula.js";
import type { NodeClasses } from "./node-classes.js";

export type { OneFormula } from "./formula.js";

/** A formula without counting. That the others fail is rarely what decides, so it is put off. */
export function oneOf({ of, holds }: OneFormula): Formula {
  const numbers = of.map((_, at) => at);
  const node = (at: number): Node => of[at] ?? true;
  if (holds)
    return any(
      numbers.map((only) =>
        all([literal(node(only), true), ...none(numbers.filter((at) => at !== only).map(node))]),
      ),
    );
  const pairs = numbers.flatMap((a) =>
    numbers.filter((b) => b > a).map((b) => all([literal(node(a), true), literal(node(b), true)])),
  );
  return any([all(none(of)), ...pairs]);
}

/**
 * Of two `oneOf`, one of which holds and the other doesn't, most alternatives are usually the same. Either none of
 * these holds, and the others make the difference; or one does, none of the others of the first list, and at least
 * one of the second. `undefined` if there is no such pair.
 */
export function opposites(
  formulas: readonly OneFormula[],
  classes: NodeClasses,
): { readonly formula: Formula; readonly of: readonly Formula[] } | undefined {
  for (const held of formulas.filter(({ holds }) => holds))
    for (const broken of formulas.filter(({ holds }) => !holds)) {
      const common: Node[] = [];
      const theirs = [...broken.of];
      const ours = held.of.filter((node) => {
        const at = theirs.findIndex((other) => classes.of(other) === classes.of(node));
        if (at < 0) return true;
        common.push(node);
        theirs.splice(at, 1);
        return false;
      });
      if (common.length === 0) continue;
      const formula = any([
        all([
          ...none(common),
          { kind: "one", of: ours, holds: true },
          { kind: "one", of: theirs, holds: false },
        ]),
        all([
          { kind: "one", of: common, holds: true },
          ...none(ours),
          any(theirs.map((node) => literal(node, true))),
        ]),
      ]);
      return { formula, of: [held, broken] };
    }
  return undefined;
}

function literal(node: Node, holds: boolean): Formula {
  return { kind: "schema", node, holds };
}

function none(nodes: readonly Node[]): Formula[] {
  return nodes.map((node) => ({ kind: "schema", node, holds: false, late: true }));
}
