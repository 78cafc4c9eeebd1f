const maxBytes = 1024 * 1024;

/** The webhook as a listener of Node's `http`. Passes on the body's bytes as received. */
export function listener(webhook) {
  return async (request, response) => {
    const body = await rawBody(request, response);
    if (body === undefined) return;
    const { method, headersDistinct } = request;
    const header = (name) => headersDistinct[name.toLowerCase()] ?? [];
    const answer = await webhook({ method, header, body });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
}

/** The bytes of the body. Keeps nothing of a body that is too large. */
async function rawBody(request, response) {
  const tooLarge = () => {
    response.writeHead(413, { connection: "close" }).end(() => request.destroy());
  };
  if (Number(request.headers["content-length"]) > maxBytes) return tooLarge();
  const chunks = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > maxBytes) return tooLarge();
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
