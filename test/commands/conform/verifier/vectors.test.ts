import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { makeVerifierVectors } from "../../../../commands/conform/verifier/make-verifier-vectors.js";
import { vocabulary } from "../../../../reader/check/vocabulary.js";
import type { Protocol } from "../../../../runtime/webhook/index.js";
import { runtimeAccepts } from "../../../support/commands/conform/runtime-verifier.js";
import { root } from "../../../support/generator/emit/contract-folder.js";

function readProtocol(path: string): Protocol {
  const document = parse(readFileSync(join(root, path), "utf8")) as { "x-webhook-protocol": Protocol };
  return document["x-webhook-protocol"];
}

const contracts = [
  "contracts",
  ...["discord", "github", "sendgrid", "shopify", "slack", "standard-webhooks", "stripe"].map(
    (name) => `examples/schemes/${name}`,
  ),
];

describe.each(contracts)("the vectors of %s", (folder) => {
  const protocol = readProtocol(`${folder}/events.asyncapi.yaml`);
  const made = makeVerifierVectors(protocol);
  const vectors = made.groups.flatMap((group) => group.vectors.map((vector) => ({ group, vector })));

  it("are at least 400, with ids of their own", () => {
    const ids = vectors.map(({ vector }) => vector.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(400);
  });

  it("fit their schema", () => {
    const validate = vocabulary("verifier-vectors");
    validate(JSON.parse(JSON.stringify(made)));
    expect(validate.errors ?? []).toEqual([]);
  });

  it("get from the runtime what they say, whatever their level", () => {
    const wrong = vectors.filter(
      ({ group, vector }) =>
        runtimeAccepts({ protocol, group, now: made.now }, vector) !== (vector.result === "accept"),
    );
    expect(wrong.map(({ vector }) => `${vector.id} (${vector.level}): ${vector.result}`)).toEqual([]);
  });

  it("are the same each time", () => {
    expect(makeVerifierVectors(protocol)).toEqual(made);
  });
});
