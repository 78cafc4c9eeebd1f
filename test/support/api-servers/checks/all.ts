import type { ServerName } from "../faults/fault.js";
import type { Check } from "./check.js";
import { httpChecks as expressHttp } from "./express/http.js";
import { inputChecks as expressInput } from "./express/input.js";
import { stateChecks as expressState } from "./express/state.js";
import { httpChecks as fastifyHttp } from "./fastify/http.js";
import { inputChecks as fastifyInput } from "./fastify/input.js";
import { stateChecks as fastifyState } from "./fastify/state.js";
import { httpChecks as pythonHttp } from "./python/http.js";
import { inputChecks as pythonInput } from "./python/input.js";
import { stateChecks as pythonState } from "./python/state.js";

/** The checks of each server. The first one of all is its happy path. */
export const checks: Readonly<Record<ServerName, readonly Check[]>> = {
  fastify: [...fastifyState, ...fastifyHttp, ...fastifyInput],
  express: [...expressState, ...expressHttp, ...expressInput],
  python: [...pythonState, ...pythonHttp, ...pythonInput],
};
