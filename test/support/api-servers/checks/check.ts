import { expect } from "vitest";
import type { Answer, Api, Client, Content } from "./api.js";

/** Something that a correct server does, tried with requests. It uses objects of its own, so that the order doesn't matter. */
export interface Check {
  readonly name: string;
  readonly run: (api: Api) => Promise<void>;
}

/** A request with a body of its own, and the status that it gets. */
export interface BodyCase {
  readonly status: number;
  readonly send: (body: unknown) => Promise<Answer>;
}

/** Sends a valid body with changes, one at a time, and expects the same status for each. */
export async function expectForEach(
  { status, send }: BodyCase,
  bodies: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [name, body] of Object.entries(bodies)) {
    const answer = await send(body);
    expect(`${name}: ${answer.status}`).toBe(`${name}: ${status}`);
  }
}

/** Expects a status for each path with a query string. */
export async function expectQueries(client: Client, status: number, paths: readonly string[]): Promise<void> {
  for (const path of paths) expect(`${path} ${(await client.get(path)).status}`).toBe(`${path} ${status}`);
}

/** A copy without a member. */
export function without(content: Content, name: string): Content {
  return Object.fromEntries(Object.entries(content).filter(([each]) => each !== name));
}

/** The objects in a member of a body, or in a body that is a list. */
export function objectsIn(body: unknown, member?: string): readonly Content[] {
  const list = member === undefined ? body : (body as Content)[member];
  expect(Array.isArray(list)).toBe(true);
  return list as readonly Content[];
}

let count = 0;

/** A number that no other check gets from here. */
export function nextNumber(): number {
  count += 1;
  return count;
}
