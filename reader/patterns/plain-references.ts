/** A node of a pattern's syntax tree, as far as it matters here. */
interface SyntaxNode {
  readonly type: string;
  readonly kind?: string;
  readonly start: number;
  readonly end: number;
  readonly parent: SyntaxNode | null;
  readonly ambiguous?: boolean;
  readonly alternatives?: readonly SyntaxNode[];
  readonly elements?: readonly SyntaxNode[] | readonly unknown[];
  readonly element?: SyntaxNode;
  readonly resolved?: SyntaxNode | readonly SyntaxNode[];
}

/**
 * Whether each backreference comes after its one group, both in the same lookahead or both outside of all. `refa` doesn't replace
 * others rightly.
 */
export function hasPlainReferences(root: SyntaxNode): boolean {
  return references(root).every(({ start, ambiguous, resolved, ...reference }) => {
    if (ambiguous === true || resolved === undefined || !("end" in resolved)) return false;
    const around = nearestLook(reference.parent);
    return resolved.end <= start && around?.kind !== "lookbehind" && around === nearestLook(resolved);
  });
}

function references(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === "Backreference") return [node];
  // The elements of a character class are characters.
  if (node.type.endsWith("Class")) return [];
  const parts = [
    ...(node.alternatives ?? []),
    ...(node.elements ?? []),
    ...(node.element ? [node.element] : []),
  ];
  return parts.flatMap((part) => references(part as SyntaxNode));
}

function nearestLook(node: SyntaxNode | null): SyntaxNode | undefined {
  let at = node;
  while (at !== null && !(at.type === "Assertion" && at.alternatives !== undefined)) at = at.parent;
  return at ?? undefined;
}
