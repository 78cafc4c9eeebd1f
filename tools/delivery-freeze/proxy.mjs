// A proxy of TCP connections that goes silent on those that are open: nothing is passed on any more, in either direction, and neither side is
// told, as after the fail-over of a virtual address. New connections work.
import { once } from "node:events";
import { connect, createServer } from "node:net";

export async function startFreezingProxy(target) {
  const pairs = new Set();
  let trap;
  const freeze = () => {
    const frozen = [...pairs].filter((pair) => !pair.isFrozen);
    for (const pair of frozen) pair.isFrozen = true;
    return frozen.length;
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    const pair = { client, upstream, isFrozen: false };
    pairs.add(pair);
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    client.on("data", (chunk) => {
      if (pair.isFrozen) return;
      upstream.write(chunk);
      if (trap === undefined || !chunk.includes(trap.text)) return;
      const { resolve } = trap;
      trap = undefined;
      // The server gets the statement, and its answer is lost.
      resolve(freeze());
    });
    upstream.on("data", (chunk) => {
      if (!pair.isFrozen) client.write(chunk);
    });
    const end = (other) => () => {
      if (!pair.isFrozen) other.destroy();
    };
    client.on("close", end(upstream)).on("error", () => {});
    upstream.on("close", end(client)).on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(server.address().port);
  return {
    url: url.href,
    /** Silences the open connections and returns how many there were. */
    freeze,
    /** The same once a client has sent that text to the server, which still gets it. */
    freezeAfter: (text) =>
      new Promise((resolve) => {
        trap = { text, resolve };
      }),
    async close() {
      for (const { client, upstream } of pairs) {
        client.destroy();
        upstream.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
