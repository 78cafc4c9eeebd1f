import { documentMessages } from "../documents/asyncapi/messages.js";
import type { Contracts } from "../documents/contracts.js";
import { eventSet } from "./events.js";
import { httpApi } from "./http.js";
import { withSubjects } from "./http-subjects.js";
import type { Model } from "./model.js";
import { Names, ownValidatorFiles } from "./names.js";
import { schemaTypes } from "./schemas.js";

/** Names of types that generated files declare themselves or use from TypeScript. */
const ownTypes = (
  "Event EventType EventOf Callback EventHandlers EventHandling EventReceiverOptions EventDeclaration EventHandler Receiver " +
  "ReceiverOptions StandardSchema CheckOptions Violation Omit Extract ReadonlySet"
).split(" ");

/**
 * One neutral model of checked contracts. The same contracts give the same model, whatever the machine. `reserved` are names at
 * the top of the output folder that no contract gets.
 */
export function buildModel(contracts: Contracts, reserved: readonly string[]): Model {
  const types = new Names(ownTypes);
  const folders = new Names([...reserved, "readme"]);
  const files = new Names(ownValidatorFiles);
  const messages = contracts.asyncapi.flatMap((document) => documentMessages(contracts, document));
  const schemas = schemaTypes(contracts, messages, { types, files });
  const apis = contracts.openapi.map((document) => httpApi(contracts, document, folders));
  const eventSets = contracts.asyncapi.map((document) =>
    eventSet(contracts, document, { types, folders, files }),
  );
  const subjects = new Set([
    ...schemas.map(({ name }) => name),
    ...eventSets.flatMap((set) => set.messages.map(({ label }) => label)),
    ...eventSets.map(({ name }) => name),
  ]);
  return {
    schemas,
    // Last, so that what other documents are called doesn't depend on them.
    apis: apis.map((api) => withSubjects(contracts, api, { types, files, subjects })),
    eventSets,
  };
}
