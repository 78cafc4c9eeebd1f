import type { Received } from "../endpoint/received.js";
import type { RequestFacts } from "./facts.js";

/** What is wrong with a request, in words that follow "the sender"; `undefined` if nothing is. */
export type Check = (received: Received, facts: RequestFacts) => string | undefined;
