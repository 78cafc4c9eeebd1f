import { connect } from "node:net";

/* * Writes bytes to a new connection and returns the status of the first answer; 0 if the server closes the
 * connection without one. Rejects after a minute.
 * @param {number} port
 * @param {Uint8Array} bytes
 * @returns {Promise<number>}
 */
export function exchangeRaw(port, bytes) {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
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
