import { bodyMutants } from "./body.js";
import { callbackMutants } from "./callbacks.js";
import { connectionMutants } from "./connection.js";
import { eventMutants } from "./event.js";
import { freshnessMutants } from "./freshness.js";
import { headerMutants } from "./headers.js";
import { httpMutants } from "./http.js";
import { inboxMutants } from "./inbox.js";
import type { Mutant } from "./mutant.js";
import { orderMutants } from "./order.js";
import { orderingMutants } from "./ordering.js";
import { restartMutants } from "./restart.js";
import { signatureMutants } from "./signature.js";
import { testMutants } from "./tests.js";

/** Mutants of one part of the receiver. */
export interface MutantGroup {
  readonly title: string;
  readonly mutants: readonly Mutant[];
}

/** All mutants, in the order of the document's steps. */
export const mutantGroups: readonly MutantGroup[] = [
  { title: "The whole endpoint and the order of the steps", mutants: orderMutants },
  { title: "Connection verification", mutants: connectionMutants },
  { title: "HTTP", mutants: httpMutants },
  { title: "Headers", mutants: headerMutants },
  { title: "Timestamp and nonce", mutants: freshnessMutants },
  { title: "Signature", mutants: signatureMutants },
  { title: "Body, encryption and token", mutants: bodyMutants },
  { title: "Schema, header equality and binding", mutants: eventMutants },
  { title: "Inbox, duplicates and answer", mutants: inboxMutants },
  { title: "Test events", mutants: testMutants },
  { title: "Order of versions", mutants: orderingMutants },
  { title: "Callbacks", mutants: callbackMutants },
  { title: "Restart", mutants: restartMutants },
];

export const mutants: readonly Mutant[] = mutantGroups.flatMap((group) => group.mutants);
