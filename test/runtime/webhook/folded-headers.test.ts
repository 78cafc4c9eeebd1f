import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type IncomingRequest,
  parseDelivery,
  type SignedDelivery,
  verifySignature,
} from "../../../runtime/webhook/index.js";
import { acme, acmeNow, acmeReceiver, credentials, delivery } from "../../support/runtime/webhook/acme.js";

const roles = ["timestamp", "nonce", "signature", "deliveryId", "eventId", "eventType"] as const;

/** The request of an adapter that takes headers as they are, whatever their characters. */
function plainRequest(headers: Readonly<Record<string, string>>, body: Uint8Array): IncomingRequest {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method: "POST", header: (name) => lower.get(name.toLowerCase()) ?? null, readBody: () => body };
}

/** One character of a text becomes another one, of the same lower byte or of the same lower seven bits. */
const fold = fc.record({
  role: fc.constantFrom(...roles),
  at: fc.nat(),
  added: fc.oneof(
    fc.constant(0x80),
    fc.integer({ min: 1, max: 0xff }).map((high) => high * 0x100),
  ),
});

function folded(
  { headers }: SignedDelivery,
  { role, at, added }: { role: (typeof roles)[number]; at: number; added: number },
) {
  const name = acme.headers[role];
  const value = headers[name] ?? "";
  const index = at % value.length;
  const other = String.fromCharCode(value.charCodeAt(index) + added);
  return { ...headers, [name]: value.slice(0, index) + other + value.slice(index + 1) };
}

describe("a captured delivery whose headers are folded", () => {
  it("is refused, however one of its headers was folded, and spends no nonce", async () => {
    await fc.assert(
      fc.asyncProperty(fold, async (change) => {
        const reserved: string[] = [];
        const nonces = { reserve: (_application: string, nonce: string) => reserved.push(nonce) > 0 };
        const { receiver, inbox, outcomes } = acmeReceiver({ nonces });
        const captured = delivery();
        const answer = await receiver.answer(plainRequest(folded(captured, change), captured.body));
        const isAuthenticating = ["timestamp", "nonce", "signature"].includes(change.role);
        expect(answer.status).toBe(isAuthenticating ? 403 : 400);
        expect(outcomes[0]?.refusal).toMatchObject({
          code: "header-malformed",
          subject: acme.headers[change.role],
        });
        expect([reserved, await inbox.list()]).toEqual([[], []]);
      }),
    );
  });

  it("is no delivery to parseDelivery either", () => {
    fc.assert(
      fc.property(fold, (change) => {
        const captured = delivery();
        const { header } = plainRequest(folded(captured, change), captured.body);
        const options = { protocol: acme, ...credentials, header, body: captured.body, now: () => acmeNow };
        expect(() => parseDelivery(options)).toThrow(expect.objectContaining({ code: "header-malformed" }));
      }),
    );
  });

  it("has no valid signature if you verify it yourself", () => {
    fc.assert(
      fc.property(fold, (change) => {
        fc.pre(change.role === "timestamp" || change.role === "nonce" || change.role === "signature");
        const captured = delivery();
        const verify = (headers: Readonly<Record<string, string>>): boolean =>
          verifySignature({
            protocol: acme,
            secrets: credentials.secrets,
            timestamp: headers[acme.headers.timestamp] ?? "",
            nonce: headers[acme.headers.nonce] ?? "",
            signature: headers[acme.headers.signature] ?? "",
            body: captured.body,
          });
        expect(verify(captured.headers)).toBe(true);
        expect(verify(folded(captured, change))).toBe(false);
      }),
    );
  });
});

describe("a header's characters", () => {
  it("are visible ASCII and spaces, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 0xffff }), async (code) => {
        const { receiver, outcomes } = acmeReceiver();
        const made = delivery({ deliveryId: `d${String.fromCharCode(code)}1` });
        await receiver.answer(plainRequest(made.headers, made.body));
        expect(outcomes[0]?.code).toBe(code >= 0x20 && code <= 0x7e ? "stored" : "header-malformed");
      }),
      { numRuns: 500, examples: [[0x1f], [0x20], [0x7e], [0x7f], [0x80], [0xff], [0x09], [0x0a]] },
    );
  });

  it("don't move the separator of the signing input", async () => {
    const separator = "\n";
    const protocol = { ...acme, signature: { ...acme.signature, separator } };
    const captured = delivery({ protocol });
    const { receiver, outcomes } = acmeReceiver({ protocol });
    const body = Buffer.from(captured.body).toString();
    const moved = { ...captured.headers, "Acme-Once": `${captured.headers["Acme-Once"]}${separator}${body}` };
    await receiver.answer(plainRequest(moved, Buffer.alloc(0)));
    expect(outcomes[0]?.code).toBe("header-malformed");
  });
});
