// The least that a mock server does: reads the body, parses it, and answers JSON.
import { createServer } from "node:http";
import { cases } from "./cases.mjs";

const text = JSON.stringify({ id: 1, status: "open", lines: [{ product: "book", quantity: 2 }] });
const refusal = cases.find(({ status }) => status === 422)?.body;

createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString();
    if (body !== "") JSON.parse(body);
    let status = request.method === "POST" ? 201 : 200;
    if (body === refusal) status = 422;
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
