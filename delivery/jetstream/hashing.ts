/**
 * Chooses one of some names for a key, always the same one. If a name is added or goes away, only its own keys move (rendezvous hashing).
 * `undefined` if there is none.
 */
export function chooseName<Name extends string>(key: string, names: Iterable<Name>): Name | undefined {
  const hashed = hash(key);
  let [chosen, most]: [Name | undefined, number] = [undefined, -1];
  for (const name of names) {
    const weight = mix(hashed ^ hash(name));
    if (weight > most || (weight === most && chosen !== undefined && name < chosen))
      [chosen, most] = [name, weight];
  }
  return chosen;
}

/** The database that an application's outbox and records belong to, of the names of all. Throws `RangeError` if there is none. */
export function findShard<Shard extends string>(application: string, shards: readonly Shard[]): Shard {
  const found = chooseName(application, shards);
  if (found === undefined) throw new RangeError("`shards` is empty: name at least one database");
  return found;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let hashed = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hashed = Math.imul(hashed ^ text.charCodeAt(index), 0x01000193);
  return hashed;
}

/** The last step of MurmurHash3, so that each bit depends on all. */
function mix(hashed: number): number {
  let mixed = Math.imul(hashed ^ (hashed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
