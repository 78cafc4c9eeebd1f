/**
 * A third of the faults, which are kept aside: whoever writes the suite that finds faults in API servers must not look at them, nor at
 * `kept-aside/`, until the founders decide to show them. What the suite finds of them says how well it finds faults that nobody has
 * written it for; `start.mjs --list --kept-aside` lists them by numbers, and `start.mjs python --fault kept-aside-N` starts a server with one.
 * They were drawn at random, with a fixed seed, every third one of each server's faults in the order of kinds and severities.
 */
import type { Fault } from "./faults/fault.js";
import { expressBehaviour } from "./kept-aside/express/behaviour.js";
import { expressInput } from "./kept-aside/express/input.js";
import { fastifyBehaviour } from "./kept-aside/fastify/behaviour.js";
import { fastifyInput } from "./kept-aside/fastify/input.js";
import { pythonBehaviour } from "./kept-aside/python/behaviour.js";
import { pythonInput } from "./kept-aside/python/input.js";

/** The faults that are kept aside. */
export const keptAside: readonly Fault[] = [
  ...fastifyInput,
  ...fastifyBehaviour,
  ...expressInput,
  ...expressBehaviour,
  ...pythonInput,
  ...pythonBehaviour,
];
