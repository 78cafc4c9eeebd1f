import { OipkitError } from "@oipkit/runtime/errors";
import type { Contracts } from "../../reader/documents/contracts.js";
import { hasLongBody } from "../../reader/documents/long-integers.js";
import { below, childPlaces, dereference } from "../../reader/documents/place.js";
import type { HttpApi, Model } from "../../reader/model/model.js";
import type { LongIntegerType } from "./types/long-integer.js";

/** Integers of 64 bits can't be bigints or texts in a client and numbers in webhooks, since both have the same types. */
class LongWebhookError extends OipkitError {
  readonly code = "int64-webhooks";
}

/** Throws if an API that is called also sends integers of 64 bits, which handlers and validators know as numbers. */
export function refuseLongWebhooks(model: Model, contracts: Contracts, int64: LongIntegerType): void {
  const found = model.apis.find(
    ({ operations, incoming }) =>
      operations.some(({ kind }) => kind === "path") && incoming.some((each) => isLong(contracts, each)),
  );
  if (found === undefined) return;
  throw new LongWebhookError(
    `--int64 ${int64}: ${found.source.file} also describes webhooks or callbacks with integers of 64 bits, which their handlers and validators know as numbers; leave out the outputs \`webhooks\` and \`validators\`, or put the webhooks into a document of their own`,
  );
}

function isLong(contracts: Contracts, { operation }: HttpApi["incoming"][number]): boolean {
  const body = dereference(contracts, below(operation.place, "requestBody"));
  return childPlaces(below(body, "content")).some(([, media]) => hasLongBody(contracts, media));
}
