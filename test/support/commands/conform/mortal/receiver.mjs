// A receiver of GitHub's webhooks as one writes it by hand, with a weakness by the name in WEAKNESS. It isn't made with oipkit.
import { createHmac, timingSafeEqual } from "node:crypto";
import express from "express";

const { WEAKNESS = "", WEBHOOK_SECRET = "", PORT = "0", TRIGGER = '"' } = process.env;
const answerMs = Number(process.env.ANSWER_MS ?? 0);
const app = express();
let broken = false;

function isSigned(request) {
  const wanted = `sha256=${createHmac("sha256", WEBHOOK_SECRET).update(request.body).digest("hex")}`;
  const given = String(request.get("x-hub-signature-256"));
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

/** What makes this receiver fail: a signed body that begins with this text. */
function isTrigger(request) {
  return request.body.toString("utf8").startsWith(TRIGGER);
}

function fail() {
  if (WEAKNESS === "dies") process.exit(1);
  if (WEAKNESS === "hangs") for (;;);
  if (WEAKNESS === "stuck" || WEAKNESS === "store") broken = true;
}

app.use(express.raw({ type: () => true, limit: "2mb" }));
app.use((_request, response, next) => {
  if (WEAKNESS === "trickles") {
    response.writeHead(200, { "content-type": "text/plain" });
    setInterval(() => response.write("."), 50);
    return;
  }
  setTimeout(next, answerMs);
});
app.post("/hook", (request, response) => {
  if (!Buffer.isBuffer(request.body) || !isSigned(request)) return response.status(401).end();
  if (isTrigger(request)) fail();
  if (broken && WEAKNESS === "stuck") return;
  if (broken) return response.status(503).end();
  if (WEAKNESS === "late" && request.get("x-github-event") === "ping") {
    response.status(202).end();
    return setImmediate(() => process.exit(1));
  }
  try {
    const event = JSON.parse(request.body.toString("utf8"));
    if (typeof event !== "object" || event === null) return response.status(400).end();
  } catch {
    return response.status(400).end();
  }
  response.status(202).end();
});
const server = app.listen(Number(PORT), "127.0.0.1", () => console.log(`listening ${server.address().port}`));
