import { afterAll, expect } from "vitest";

const prototypes = { Object, Array, Function, String, Promise, Map, Set };

/** What files that share a process could leave to the next one. */
const processState = () => ({
  environment: { ...process.env },
  folder: process.cwd(),
  // Libraries add globals when they are loaded, so only those are compared that a test may replace.
  globals: { Date, Request, Response, fetch, setImmediate, setInterval, setTimeout, now: performance.now },
  prototypes: Object.entries(prototypes).map(([name, { prototype }]) => [
    name,
    ...Reflect.ownKeys(prototype),
  ]),
});

// Vitest evaluates this setup file for each test file of `source`.
const before = processState();
afterAll(() => {
  expect(processState(), "this file changes its process, so it needs `own-process`").toEqual(before);
});
