const known = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** The members of a list of a document as a set, which is made once for each list, however many names are looked up in it. */
export function listMembers(list: readonly unknown[]): ReadonlySet<unknown> {
  const before = known.get(list);
  if (before !== undefined) return before;
  const members = new Set(list);
  known.set(list, members);
  return members;
}
