import { request } from "node:http";

/**
 * Posts a body and reads the answer up to a limit. Redirects aren't followed. Resolves with `{ status, headers, body }`, or with
 * `{ error }` if there is no whole answer in time.
 */
export function post(url, headers, body, { timeoutMs, maxBytes }) {
  return new Promise((resolve) => {
    const call = request(url, { method: "POST", headers, agent: false });
    const end = (result) => {
      clearTimeout(timer);
      resolve(result);
      call.destroy();
    };
    const timer = setTimeout(() => end({ error: "timeout" }), timeoutMs);
    call.on("error", () => end({ error: "network" }));
    call.on("response", (response) => {
      const pieces = [];
      let length = 0;
      response.on("data", (piece) => {
        length += piece.length;
        if (length > maxBytes) end({ error: "too-large" });
        else pieces.push(piece);
      });
      response.on("error", () => end({ error: "network" }));
      response.on("aborted", () => end({ error: "network" }));
      response.on("end", () => {
        const whole = response.complete ? {} : { error: "network" };
        end({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(pieces),
          ...whole,
        });
      });
    });
    call.end(body);
  });
}
