import fc from "fast-check";
import { expect, it } from "vitest";
import { BodyBuffer } from "../../../runtime/ports/request-body.js";

it("joins pieces of any length, and refuses the one beyond the limit", () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 30 });
  fc.assert(
    fc.property(pieces, fc.nat({ max: 20_000 }), (given, limit) => {
      const whole = Buffer.concat(given);
      const body = new BodyBuffer(limit);
      expect(given.every((piece) => body.append(piece))).toBe(whole.length <= limit);
      if (whole.length <= limit) expect(Buffer.from(body.bytes()).equals(whole)).toBe(true);
    }),
  );
});

it("gives a body of one piece without a copy", () => {
  const piece = new Uint8Array([1, 2, 3]);
  const body = new BodyBuffer(3);
  body.append(piece);
  expect(body.bytes()).toBe(piece);
});

it("holds at most twice the body, and never more than the limit", () => {
  const body = new BodyBuffer(100_000);
  for (let length = 1; length <= 100_000; length++) {
    body.append(Uint8Array.of(length));
    if (length > 1 && (length % 1000 < 2 || Number.isInteger(Math.log2(length - 1)))) {
      const capacity = body.bytes().buffer.byteLength;
      expect(capacity).toBeLessThanOrEqual(Math.min(100_000, Math.max(4096, 2 * length)));
    }
  }
});
