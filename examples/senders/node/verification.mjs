import { randomBytes } from "node:crypto";
import { post } from "./post.mjs";

const proofMs = 5 * 60 * 1000;

/** Verifies candidate URLs, and keeps for five minutes only what proves it, in memory. */
export function createVerifications({ clock, journal }) {
  const proofs = new Map();
  return {
    async verify(application, url) {
      const problem = await problemOf(url);
      journal.write("verification", { application: application.id, verified: problem === undefined });
      if (problem !== undefined) return { verified: false, reason: problem };
      const proof = randomBytes(24).toString("hex");
      proofs.set(proof, { application: application.id, url, until: clock.now() + proofMs });
      return { verified: true, proof };
    },
    proves(proof, application, url) {
      const known = proofs.get(proof);
      if (known === undefined) return false;
      if (known.until < clock.now()) return false;
      if (known.application !== application.id) return false;
      return known.url === url;
    },
  };
}

async function problemOf(url) {
  const challenge = randomBytes(24).toString("hex");
  const token = randomBytes(24).toString("hex");
  const body = Buffer.from(JSON.stringify({ type: "url_verification", challenge, token }));
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    "x-svc-webhook-verification": "url_verification",
  };
  const answer = await post(url, headers, body, { timeoutMs: 1000, maxBytes: 65536 });
  if (answer.error !== undefined) return `no answer: ${answer.error}`;
  if (answer.status < 200 || answer.status > 299) return `the status is ${answer.status}`;
  const [type] = (answer.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") return "the content type isn't application/json";
  return echoProblem(answer.body, challenge);
}

function echoProblem(body, challenge) {
  let value;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    return "the body isn't JSON";
  }
  if (typeof value !== "object" || value === null) return "the body isn't an object";
  const { challenge: echoed, ...others } = value;
  if (echoed !== challenge) return "the challenge isn't the one that was sent";
  if (Object.keys(others).length > 0) return "the body has further members";
  return undefined;
}
