import type { ProbeState } from "./state.js";
import { showsIn } from "./transcript.js";

/** Records that are searched at a time. */
const page = 500;

/** Whether a text occurs in what was recorded, or in any record of the inbox. */
export async function findLeak<Transaction>(
  { inbox, transcript }: Pick<ProbeState<Transaction>, "inbox" | "transcript">,
  needle: string,
): Promise<boolean> {
  if (transcript.holds(needle)) return true;
  for (let after: number | undefined; ; ) {
    const records = await inbox.behind().list({ limit: page, ...(after === undefined ? {} : { after }) });
    if (records.some((record) => showsIn(record.json, needle) || showsIn(JSON.stringify(record), needle))) {
      return true;
    }
    const last = records.at(-1);
    if (last === undefined || records.length < page) return false;
    after = last.sequence;
  }
}
