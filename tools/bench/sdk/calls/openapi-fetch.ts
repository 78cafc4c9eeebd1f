import createClient from "openapi-fetch";
import type { paths } from "./generated/types";

export async function lend(): Promise<string> {
  const client = createClient<paths>({ baseUrl: "https://library.example.com" });
  const { data, response } = await client.POST("/loans", { body: { book_id: "b1", days: 14 } });
  if (data !== undefined) return data.due;
  return `not lent: ${response.status}`;
}
