/** An item of the old version, the same of the new one, or both. */
export type Pairing<Item> =
  | { readonly old: Item; readonly new: Item }
  | { readonly old: Item; readonly new?: never }
  | { readonly old?: never; readonly new: Item };

/** How items of two versions are recognized as the same: those with equal keys are. Items without a key aren't. */
export interface Likeness<Item> {
  key(item: Item): string | undefined;
  /** Whether two items with the same key are really the same. Default: yes. */
  agree?(old: Item, current: Item): boolean;
  /** Whether a key must be the only one of its kind on each side, since it is a guess. Default: no. */
  readonly only?: boolean;
}

/** Pairs items of two versions by the first likeness that they have; items of one version alone are left over. */
export function pairUp<Item>(
  versions: { readonly old: readonly Item[]; readonly new: readonly Item[] },
  likenesses: readonly Likeness<Item>[],
): Pairing<Item>[] {
  const counterparts = new Map<Item, Item>();
  const taken = new Set<Item>();
  for (const { key, agree = () => true, only = false } of likenesses) {
    const known = byKey(
      versions.old.filter((item) => !counterparts.has(item)),
      key,
    );
    const others = byKey(
      versions.new.filter((item) => !taken.has(item)),
      key,
    );
    for (const [text, items] of known) {
      const candidates = others.get(text) ?? [];
      if (only && (items.length > 1 || candidates.length > 1)) continue;
      for (const [index, old] of items.entries()) {
        const current = candidates[index];
        if (current === undefined || !agree(old, current)) continue;
        counterparts.set(old, current);
        taken.add(current);
      }
    }
  }
  return [
    ...versions.old.map((old): Pairing<Item> => {
      const current = counterparts.get(old);
      return current === undefined ? { old } : { old, new: current };
    }),
    ...versions.new.filter((item) => !taken.has(item)).map((item): Pairing<Item> => ({ new: item })),
  ];
}

function byKey<Item>(items: readonly Item[], key: Likeness<Item>["key"]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const text = key(item);
    if (text === undefined) continue;
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [item]);
    else group.push(item);
  }
  return groups;
}
