import { connect } from "node:net";

/**
 * Writes bytes to a new connection and returns the status of the first answer; 0 if the server closes the
 * connection without one. Rejects after a minute.
 * @param {number} port
 * @param {Uint8Array | readonly Uint8Array[]} bytes pieces are written one after the other, each as a packet of its own
 * @param {() => Promise<unknown>} [pause] between two pieces; default: a turn of the event loop
 * @returns {Promise<number>}
 */
export function exchangeRaw(port, bytes, pause = turn) {
  return new Promise((resolve, reject) => {
    let text = "";
    const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
    const socket = connect(port, "127.0.0.1", () => writeAll(socket, pieces, pause)).setNoDelay(true);
    socket.setTimeout(60_000, () => reject(new Error("no answer within a minute")));
    socket.on("data", (chunk) => {
      text += chunk.latin1Slice();
      if (!text.includes("\r\n\r\n")) return;
      resolve(Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? -1));
      socket.destroy();
    });
    // A server that closes while bytes still arrive resets the connection; an answer before that counts.
    socket.on("error", () => resolve(0));
    socket.on("close", () => resolve(0));
  });
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function writeAll(socket, pieces, pause) {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pause();
    if (socket.destroyed || !socket.writable) return;
    socket.write(piece);
  }
}
