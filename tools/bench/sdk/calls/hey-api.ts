import { lendBook } from "./generated/sdk.gen";

export async function lend(): Promise<string> {
  const { data, response } = await lendBook({
    baseUrl: "https://library.example.com",
    body: { book_id: "b1", days: 14 },
  });
  if (data !== undefined) return data.due;
  return `not lent: ${response?.status}`;
}
