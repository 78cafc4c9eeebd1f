import { ExactNumber } from "../../../reader/documents/exact-number.js";

/** Two 32-bit halves of a hash. Not resistant to deliberate collisions. */
export type Hash = readonly [number, number];

const kinds = { text: 1, key: 2, index: 3, scalar: 4, emptyList: 5, emptyObject: 6 } as const;
const seedA = 0xdeadbeef | 0;
const seedB = 0x41c6ce57;

/** The hash being computed. A typed array, since V8 would box 32-bit numbers in plain variables. */
const state = new Int32Array(2);
/** The hash of the path to each value that is still to be visited: two numbers each. */
let paths = new Int32Array(2 * 256);
/** A longer list is discarded after use. */
const longestKept = 2 * 64 * 1024;

/**
 * Hashes a parsed JSON value, which may have exact numbers. The order of keys doesn't matter, and deep nesting can't overflow the stack. The hash is
 * the sum of the hashes of each scalar and each empty list or object together with its path, so that keys needn't be
 * sorted.
 */
export function contentHash(value: unknown): Hash {
  let sumA = 0;
  let sumB = 0;
  const open: unknown[] = [value];
  start(seedA, seedB);
  keepPath(0);
  while (open.length > 0) {
    const item = open.pop();
    const depth = open.length;
    const pathA = paths[depth * 2] as number;
    const pathB = paths[depth * 2 + 1] as number;
    start(pathA, pathB);
    if (typeof item === "string") addText(kinds.text, item);
    else if (typeof item !== "object" || item === null) addText(kinds.scalar, String(item));
    else if (item instanceof ExactNumber) addText(kinds.scalar, item.canonical);
    else if (Array.isArray(item)) {
      for (let at = 0; at < item.length; at++) {
        start(pathA, pathB);
        addNumber(kinds.index);
        addNumber(at);
        keepPath(open.length);
        open.push(item[at]);
      }
      if (item.length > 0) continue;
      addNumber(kinds.emptyList);
    } else {
      for (const name in item) {
        start(pathA, pathB);
        addText(kinds.key, name);
        keepPath(open.length);
        open.push((item as Record<string, unknown>)[name]);
      }
      if (open.length > depth) continue;
      addNumber(kinds.emptyObject);
    }
    finish();
    sumA = (sumA + (state[0] as number)) | 0;
    sumB = (sumB + (state[1] as number)) | 0;
  }
  if (paths.length > longestKept) paths = new Int32Array(2 * 256);
  return [sumA >>> 0, sumB >>> 0];
}

/** The hash of a text. */
export function textHash(text: string): Hash {
  start(seedA, seedB);
  addText(kinds.text, text);
  finish();
  return [(state[0] as number) >>> 0, (state[1] as number) >>> 0];
}

function start(a: number, b: number): void {
  state[0] = a;
  state[1] = b;
}

function keepPath(index: number): void {
  if (index * 2 >= paths.length) {
    const longer = new Int32Array(paths.length * 2);
    longer.set(paths);
    paths = longer;
  }
  paths[index * 2] = state[0] as number;
  paths[index * 2 + 1] = state[1] as number;
}

function addNumber(value: number): void {
  const b = Math.imul((state[1] as number) ^ value, 0x5f356495);
  state[0] = Math.imul((state[0] as number) ^ value, 0x9e3779b1) ^ (b >>> 15);
  state[1] = b;
}

function addText(kind: number, text: string): void {
  addNumber(kind + text.length * 8);
  let a = state[0] as number;
  let b = state[1] as number;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    b = Math.imul(b ^ c, 0x5f356495);
    a = Math.imul(a ^ c, 0x9e3779b1) ^ (b >>> 15);
  }
  state[0] = a;
  state[1] = b;
}

/** Final mixing: makes each bit depend on all others. */
function finish(): void {
  let a = state[0] as number;
  let b = state[1] as number;
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  b = Math.imul(b ^ (b >>> 16), 0xc2b2ae35);
  a ^= Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b ^= Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  state[0] = a;
  state[1] = b;
}
