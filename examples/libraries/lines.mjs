import { createInterface } from "node:readline";

/** Answers each line from standard input with what `verify` says; it throws, or returns false, if it refuses. */
export async function answerLines(hello, verify) {
  console.log(JSON.stringify({ language: "JavaScript", ...hello }));
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, base64, url, headers: pairs, now, secrets = [], publicKeys = [] } = JSON.parse(line);
    // As Node and the Fetch API join a header that is sent twice.
    const headers = {};
    for (const [name, value] of pairs) {
      const key = name.toLowerCase();
      headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
    }
    Date.now = () => now * 1000;
    const keys = secrets.length > 0 ? secrets : publicKeys;
    const body = Buffer.from(base64, "base64");
    console.log(JSON.stringify({ id, ...(await answer(() => verify({ body, headers, keys, now, url }))) }));
  }
}

async function answer(verify) {
  try {
    const result = await verify();
    if (typeof result === "object" && result?.skip !== undefined)
      return { result: "skip", error: result.skip };
    return { result: result === false ? "refuse" : "accept" };
  } catch (error) {
    return { result: "refuse", error: String(error.message) };
  }
}

/** The only key; a library that takes one key can't be asked about two. */
export const oneKey = (keys, verify) => (keys.length > 1 ? { skip: "it takes one key" } : verify(keys[0]));
