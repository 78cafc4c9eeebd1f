import { describe, expect, it } from "vitest";
import { readVectors } from "../../../generated/conformance/events.js";
import { createReceiver } from "../../../generated/events/receiver.js";
import { createMemoryInbox, createMemoryNonces } from "../../../runtime/webhook/index.js";

const { now, application, secrets, verificationToken, encryptKey, vectors } = readVectors();

/** The answer of this library's receiver, without earlier requests, to a vector. */
async function answerTo({ encryption, method, headers, body }: (typeof vectors)[number]) {
  const receiver = createReceiver({
    application,
    secrets,
    verificationToken,
    encryptKey: encryption ? encryptKey : undefined,
    inbox: createMemoryInbox(),
    fallback: () => {},
    onCallback: () => ({ done: true }),
    nonces: createMemoryNonces(),
    now: () => now * 1000,
  });
  return receiver.answer({
    method,
    header: (name) => {
      const values = headers.filter(([other]) => other.toLowerCase() === name.toLowerCase());
      if (values.length === 0) return null;
      return values.map(([, value]) => value).join(", ");
    },
    readBody: async () => Buffer.from(body, "base64"),
  });
}

describe("frozen vectors", () => {
  it.each(
    vectors.map((vector) => [`${vector.id}${vector.encryption ? ", encrypted" : ""}`, vector] as const),
  )("%s: this library's receiver answers as recorded", async (_name, vector) => {
    const { status, body } = await answerTo(vector);
    expect(vector.status).toContain(status);
    if (vector.answer !== undefined) expect(body).toBe(vector.answer);
  });

  it("state the result of a check of headers, window and signature", () => {
    const verdicts = new Map(vectors.map(({ id, authentic }) => [id, authentic]));
    expect(verdicts.get("6.3.1/complete")).toBe(true);
    expect(verdicts.get("6.3.3/signed-outer-pretty")).toBe(true);
    expect(verdicts.get("6.3.5/forbidden-status")).toBe(true);
    expect(verdicts.get("6.3.3/appended-newline")).toBe(false);
    expect(verdicts.get("6.3.2/timestamp-past")).toBe(false);
    const accepted = vectors.filter(({ status, level, answer }) => {
      return status.includes(204) && level !== "info" && answer !== "challenge";
    });
    expect(accepted.filter(({ authentic }) => authentic !== true).map(({ id }) => id)).toEqual([]);
  });

  it("exist for every step, in plaintext and encrypted", () => {
    const steps = new Set(vectors.map(({ id }) => id.split("/")[0]));
    expect([...steps]).toEqual(
      expect.arrayContaining(["6.1", "6.3.1", "6.3.2", "6.3.3", "6.3.4", "6.3.5", "6.8"]),
    );
    expect(vectors.filter(({ encryption }) => encryption).length).toBeGreaterThan(20);
    expect(vectors.filter(({ encryption }) => !encryption).length).toBeGreaterThan(100);
  });
});
