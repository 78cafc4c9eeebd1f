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

describe("the level of a vector", () => {
  const scheme = {
    headers: { timestamp: "T", signature: "S" },
    signature: {
      algorithm: "hmac-sha256",
      content: ["timestamp", "body"],
      separator: ".",
      prefix: "",
      encoding: "hex",
    },
    timestamp: { unit: "seconds", toleranceSeconds: 300 },
  } as const satisfies Parameters<typeof makeVerifierVectors>[0];
  const levelFor = (protocol: Parameters<typeof makeVerifierVectors>[0], wanted: string) =>
    makeVerifierVectors(protocol)
      .groups.flatMap(({ vectors }) => vectors)
      .find(({ id }) => id === wanted)?.level;

  it.each([
    [undefined, undefined, ["must", "must", "must"]],
    [["past"], undefined, ["must", "info", "info"]],
    [["past"], ["future"], ["must", "should", "should"]],
    [[], undefined, ["info", "info", "info"]],
  ] as const)(
    "follows the sides %s and %s of the window that the platform states",
    (must, should, levels) => {
      const timestamp = {
        ...scheme.timestamp,
        ...(must && { mustRefuse: must }),
        ...(should && { shouldRefuse: should }),
      };
      const ids = ["timestamp-window/past-301", "timestamp-window/future-301", "timestamp-form/no-time-nan"];
      expect(ids.map((id) => levelFor({ ...scheme, timestamp }, id))).toEqual(levels);
    },
  );

  it("of another text for the same time is `must` only if the platform states that forms matter", () => {
    const id = "timestamp-altered/to-plus";
    const source = { url: "https://platform.example", says: "Texts are compared as they are sent." };
    expect(levelFor(scheme, id)).toBe("info");
    expect(levelFor({ ...scheme, rules: { signatureForm: { level: "must", source } } }, id)).toBe("must");
    expect(levelFor(scheme, "timestamp-altered/offset-60")).toBe("must");
  });
});
