import { createHttpClient } from "@oipkit/runtime/http";
import { lendBook } from "./generated/library/client.js";

export async function lend(): Promise<string> {
  const client = createHttpClient({ baseUrl: "https://library.example.com" });
  const answer = await lendBook(client, { body: { book_id: "b1", days: 14 } });
  if (answer.ok) return answer.body.due;
  return `not lent: ${answer.status}`;
}
