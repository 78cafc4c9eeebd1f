import fc from "fast-check";
import { expect, it } from "vitest";
import { compareSignature, tryMistakes } from "../../../../platform/sandbox/deliveries/compare-signature.js";
import { hmac, signingInput } from "../../../../platform/sandbox/deliveries/signed.js";

const keys = { signingSecret: "whsec_c2VjcmV0", verificationToken: "vt_token" };
const body = '{"event_id":"evt_1","note":"ü","verification_token":"vt_token"}';
const parts = { timestamp: "1771493400", nonce: "n0nce", body };
const digest = hmac(keys.signingSecret, signingInput(parts));
const signed = { ...parts, signature: `sha256=${digest}` };
const masked = body.replace("vt_token", "********");
const compare = (claim: { signature?: string; body?: string }) =>
  compareSignature(claim, { signed, masked, keys });

it("agrees with what was sent, whether the token is masked or not", () => {
  for (const claimed of [body, masked])
    expect(compare({ signature: signed.signature, body: claimed })).toMatchObject({
      agrees: true,
      parts_at: null,
    });
});

it.each([
  [digest, "header", "prefix-missing"],
  [`sha256=${digest.toUpperCase()}`, "digest", "upper-case"],
  [Buffer.from(digest, "hex").toString("base64"), "digest", "base64"],
  [`sha256=${"0".repeat(64)}`, "digest", null],
])("says where %s parts", (signature, step, cause) => {
  expect(compare({ signature })).toMatchObject({ agrees: false, parts_at: step, cause });
});

it("names each of the mistakes that it tries, and shows no secret", () => {
  for (const { step, cause, digest: wrong } of tryMistakes(signed, keys)) {
    const result = compare({ signature: `sha256=${wrong}` });
    expect(result).toMatchObject({ agrees: false, parts_at: step, cause });
    expect(JSON.stringify(result)).not.toContain(keys.signingSecret);
  }
});

it("says where a body parts", () => {
  expect(compare({ body: `${body}\n` })).toMatchObject({
    cause: "trailing-newline",
    offset: body.length + 1,
  });
  expect(compare({ body: '{"event_id":"evt_1","note":"ü"}' })).toMatchObject({ cause: "without-token" });
  expect(compare({ body: body.replace(":", ": ") })).toMatchObject({
    parts_at: "raw-body",
    cause: "reserialized",
  });
});

it("answers any claim", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (signature, claimed) => {
      expect(compare({ signature, body: claimed }).agrees).toBe(false);
    }),
  );
});
