import { texts } from "./texts.js";

/** A step that the page has texts for. */
export type KnownStep = keyof (typeof texts)["en"]["signature"]["steps"];

/** Whether the page has texts for a step. */
export function has(step: string): step is KnownStep {
  return Object.hasOwn(texts.en.signature.steps, step);
}
