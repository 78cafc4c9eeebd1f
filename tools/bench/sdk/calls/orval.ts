import { lendBook } from "./generated/client";

export async function lend(): Promise<string> {
  const answer = await lendBook({ book_id: "b1", days: 14 });
  if (answer.status === 201) return answer.data.due;
  return `not lent: ${answer.status}`;
}
