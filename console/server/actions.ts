import type { Schemas } from "./api/schemas.js";

/** Something that one can do, or why it isn't offered. */
export type Action = Schemas["Action"];

/** Why an action isn't offered. */
export interface Obstacle {
  /** Stable, in kebab case. */
  readonly reason: string;
  readonly remedy: string;
  readonly clause?: string | undefined;
}

/** An action, offered unless something is in its way; the first obstacle is named. */
export function action(name: string, ...obstacles: readonly (Obstacle | false | undefined)[]): Action {
  const found = obstacles.find((each) => each !== false && each !== undefined) as Obstacle | undefined;
  return {
    action: name,
    offered: found === undefined,
    reason: found?.reason ?? null,
    remedy: found?.remedy ?? null,
    clause: found?.clause ?? null,
  };
}
