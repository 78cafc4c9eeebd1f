// Everything that a sender without credentials can do to a receiver, all at once, until the parent ends this process.
// Tells its parent once a second how often each attack ran.
import { connect } from "node:net";
import { setPriority } from "node:os";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { deliveryOf } from "./deliveries.mjs";

const [port, only = ""] = process.argv.slice(2);
const counts = {};
const { nonce, signature } = protocol.headers;

// Attackers use machines of their own; here they must not take the processor from the receiver.
setPriority(10);

function head(headers, method = "POST") {
  const lines = Object.entries({ host: "siege", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} / HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
}

/** A request of somebody who doesn't know the secret. */
function forged(headers, body = deliveryOf("forged").body) {
  const made = deliveryOf(`forged_${Math.random()}`, { secrets: ["whsec_of_somebody_else"] });
  return Buffer.concat([head({ ...made.headers, "content-length": body.length, ...headers }), body]);
}

/** Runs a connection after the other; each ends by itself or by the server. */
function keepAttacking(name, attack) {
  counts[name] ??= 0;
  const next = () => {
    counts[name]++;
    const socket = connect(Number(port), "127.0.0.1");
    // Being cut off is what an attacker expects.
    socket.on("error", () => {});
    socket.on("close", () => setTimeout(next, 250));
    attack(socket);
  };
  next();
}

/** Sends the next request when the one before is answered. */
function flood(makeRequest) {
  return (socket) => {
    socket.on("connect", () => socket.write(makeRequest()));
    socket.on("data", () => socket.write(makeRequest()));
  };
}

const jsonHeaders = { ...deliveryOf("chunked").headers, "transfer-encoding": "chunked" };
const oneByteChunks = Buffer.from("1\r\nx\r\n".repeat(1024 * 1024 - 1));
const endless = Buffer.from(`ffff\r\n${"x".repeat(0xffff)}\r\n`);
const hugeHeader = head({ filler: "x".repeat(60_000) });
let serial = 0;

const attacks = [
  {
    name: "1 MiB in one-byte chunks, never finished",
    connections: 4,
    attack(socket) {
      socket.write(head(jsonHeaders));
      socket.write(oneByteChunks);
    },
  },
  {
    name: "a byte every four seconds",
    connections: 320,
    attack(socket) {
      socket.write(head({ ...jsonHeaders, "transfer-encoding": "chunked" }));
      const timer = setInterval(() => socket.write("1\r\n{\r\n"), 4000);
      socket.on("close", () => clearInterval(timer));
    },
  },
  {
    name: "headers that never end",
    connections: 64,
    attack(socket) {
      socket.write("POST / HTTP/1.1\r\n");
      const timer = setInterval(() => socket.write("a: b\r\n"), 1000);
      socket.on("close", () => clearInterval(timer));
    },
  },
  {
    name: "GET with an endless body",
    connections: 4,
    attack(socket) {
      socket.write(head({ "transfer-encoding": "chunked" }, "GET"));
      const more = () => {
        while (!socket.destroyed && socket.write(endless));
      };
      socket.on("drain", more);
      more();
    },
  },
  {
    name: "forged nonces of 15 kB",
    connections: 4,
    attack: flood(() => forged({ [nonce]: `${"n".repeat(15_000)}${serial++}` })),
  },
  {
    name: "forged signatures",
    connections: 8,
    attack: flood(() => forged({ [signature]: `sha256=${"0".repeat(64)}` })),
  },
  { name: "headers of 60 kB", connections: 2, attack: flood(() => hugeHeader) },
  {
    name: "header values that aren't ASCII",
    connections: 2,
    attack: flood(() => forged({ [nonce]: `\u00e9\u0080\u00ff${serial++}` })),
  },
  {
    name: "folded header lines",
    connections: 2,
    attack: flood(() => forged({ [nonce]: `a\r\n b${serial++}` })),
  },
];

for (const { name, connections, attack } of attacks.filter((each) => each.name.includes(only))) {
  for (let index = 0; index < connections; index++) keepAttacking(name, attack);
}
setInterval(() => process.send(counts), 1000);
process.on("disconnect", () => process.exit());
