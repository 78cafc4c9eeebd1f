/** Two 32-bit halves of a hash. Not made to withstand somebody who looks for collisions. */
export type Hash = readonly [number, number];

/** Hashes a parsed JSON value; the order of keys doesn't count, and no depth exhausts the stack. */
export function contentHash(value: unknown): Hash {
  const hash = new TextHash();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item === "string") hash.add("s", item);
    else if (item instanceof Key) hash.add("k", item.name);
    else if (Array.isArray(item)) {
      hash.add("a", String(item.length));
      for (let at = item.length - 1; at >= 0; at--) open.push(item[at]);
    } else if (typeof item === "object" && item !== null) {
      const names = Object.keys(item).sort();
      hash.add("o", String(names.length));
      for (let at = names.length - 1; at >= 0; at--) {
        const name = names[at] as string;
        open.push((item as Record<string, unknown>)[name], new Key(name));
      }
    } else hash.add("v", String(item));
  }
  return hash.value();
}

export function textHash(text: string): Hash {
  const hash = new TextHash();
  hash.add("s", text);
  return hash.value();
}

class Key {
  constructor(readonly name: string) {}
}

class TextHash {
  #a = 0xdeadbeef | 0;
  #b = 0x41c6ce57;

  add(kind: string, text: string): void {
    let a = Math.imul(this.#a ^ (kind.charCodeAt(0) + text.length * 256), 0x9e3779b1);
    let b = Math.imul(this.#b ^ (kind.charCodeAt(0) + text.length * 256), 0x5f356495);
    for (let at = 0; at < text.length; at++) {
      const c = text.charCodeAt(at);
      a = Math.imul(a ^ c, 0x9e3779b1);
      b = Math.imul(b ^ c, 0x5f356495);
      a ^= b >>> 15;
    }
    this.#a = a;
    this.#b = b;
  }

  value(): Hash {
    let a = Math.imul(this.#a ^ (this.#a >>> 16), 0x85ebca6b);
    let b = Math.imul(this.#b ^ (this.#b >>> 16), 0xc2b2ae35);
    a ^= Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
    b ^= Math.imul(a ^ (a >>> 16), 0x85ebca6b);
    return [a >>> 0, b >>> 0];
  }
}
