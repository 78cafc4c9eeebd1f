// @needs python3
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { sign } from "../../../runtime/webhook/index.js";
import { acme } from "../../support/runtime/webhook/acme.js";

describe("sign, compared with Python", () => {
  it("agrees on the order and separator of another protocol", () => {
    const script =
      "import hmac,sys;print(hmac.new('schlüssel'.encode(),b'n.'+sys.stdin.buffer.read()+b'.7','sha256').hexdigest())";
    const body = Buffer.from([0, 255, 10, 46]);
    const python = execFileSync("python3", ["-c", script], { input: body }).toString().trim();
    expect(sign({ protocol: acme, secret: "schlüssel", timestamp: "7", nonce: "n", body })).toBe(
      `v1=${python}`,
    );
  });
});
