import { type Code, code, empty, join } from "../render/code.js";
import { literal } from "../render/literal.js";
import type { Shape, ShapeRecord } from "./known-properties.js";

/** Shapes as code. */
export interface ShapeCode {
  /** One expression for each of the given shapes. */
  readonly known: readonly Code[];
  /** Entries of the table that the expressions refer to: shapes that stand in several places. */
  readonly shapes: readonly Code[];
}

/** Shapes as source text; one that is used more than once, or by itself, is written once and called by name. */
export function shapeCode(roots: readonly Shape[]): ShapeCode {
  const names = new Map<ShapeRecord, string>();
  const seen = new Set<ShapeRecord>();
  for (const root of roots) count(root);
  const known = roots.map(expression);
  return { known, shapes: [...names].map(([shape, name]) => code`${literal(name)}: ${recordCode(shape)}`) };

  function count(shape: Shape): void {
    if (shape === 0) return;
    if (seen.has(shape)) {
      if (!names.has(shape)) names.set(shape, `s${names.size}`);
      return;
    }
    seen.add(shape);
    for (const below of [...(shape.p?.values() ?? []), shape.o, ...(shape.t ?? []), shape.i])
      if (below !== undefined) count(below);
  }

  function expression(shape: Shape): Code {
    if (shape === 0) return code`0`;
    const name = names.get(shape);
    return name === undefined ? recordCode(shape) : literal(name);
  }

  function recordCode({ p, o, t, i, s }: ShapeRecord): Code {
    const entries = [...(p ?? [])].map(([name, shape]) => code`[${literal(name)}, ${expression(shape)}]`);
    const members = [
      p === undefined ? empty : code`p: new Map([${entries}])`,
      o === undefined ? empty : code`o: ${expression(o)}`,
      t === undefined ? empty : code`t: [${t.map(expression)}]`,
      i === undefined ? empty : code`i: ${expression(i)}`,
      s === undefined ? empty : code`s: ${literal(s)}`,
    ].filter((member) => !member.isEmpty);
    return members.length === 0 ? code`0` : code`{ ${join(members, ", ")} }`;
  }
}
