import type { Mutant } from "../../mutants/mutant.js";
import { attemptsMutants } from "./attempts.js";
import { bodyMutants } from "./body.js";
import { callbacksMutants } from "./callbacks.js";
import { credentialsMutants } from "./credentials.js";
import { endpointMutants } from "./endpoint.js";
import { eventsMutants } from "./events.js";
import { proofMutants } from "./proof.js";
import { redeliveryMutants } from "./redelivery.js";
import { requestMutants } from "./request.js";
import { retriesMutants } from "./retries.js";
import { verificationMutants } from "./verification.js";

/** The mutants of the sender in examples/senders/node. */
export const senderMutants: readonly Mutant[] = [
  ...requestMutants,
  ...bodyMutants,
  ...retriesMutants,
  ...attemptsMutants,
  ...redeliveryMutants,
  ...credentialsMutants,
  ...eventsMutants,
  ...verificationMutants,
  ...proofMutants,
  ...endpointMutants,
  ...callbacksMutants,
];
