import { expressHttp } from "./express/http.js";
import { expressInput } from "./express/input.js";
import { expressLists } from "./express/lists.js";
import { expressState } from "./express/state.js";
import { fastifyHttp } from "./fastify/http.js";
import { fastifyInput } from "./fastify/input.js";
import { fastifyLists } from "./fastify/lists.js";
import { fastifyState } from "./fastify/state.js";
import type { Fault } from "./fault.js";
import { pythonHttp } from "./python/http.js";
import { pythonInput } from "./python/input.js";
import { pythonLists } from "./python/lists.js";
import { pythonState } from "./python/state.js";

/** The faults that may be looked at. As many as half of them are kept aside. */
export const faults: readonly Fault[] = [
  ...fastifyInput,
  ...fastifyState,
  ...fastifyLists,
  ...fastifyHttp,
  ...expressInput,
  ...expressState,
  ...expressLists,
  ...expressHttp,
  ...pythonInput,
  ...pythonState,
  ...pythonLists,
  ...pythonHttp,
];
