import type { Received } from "../endpoint/received.js";
import { onlyValue, type RequestFacts } from "./facts.js";

/** A timestamp has whole seconds, and the sender's clock is read before and after. */
const toleranceMs = 1_500;

/** What is wrong with the timestamp of a request: its form, or that it isn't the time of the attempt. */
export function timestampProblem(received: Received, { protocol }: RequestFacts): string | undefined {
  const { timestamp: scheme, headers } = protocol;
  if (scheme === undefined || headers.timestamp === undefined) return undefined;
  const text = onlyValue(received, headers.timestamp);
  if (text === undefined) return "sends no timestamp, or more than one";
  const time = timeOf(text, scheme.unit);
  if (time === undefined)
    return `sends a timestamp that isn't written in ${scheme.unit}: ${text.slice(0, 40)}`;
  const { from, until } = received;
  if (time >= from - toleranceMs && time <= until + toleranceMs) return undefined;
  const between = from === until ? String(from) : `${from} to ${until}`;
  return `sends the timestamp ${text}, which isn't the time of the attempt (${between} in milliseconds)`;
}

function timeOf(text: string, unit: string): number | undefined {
  if (unit === "seconds" || unit === "milliseconds") {
    if (!/^[0-9]+$/.test(text)) return undefined;
    return Number(text) * (unit === "seconds" ? 1000 : 1);
  }
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
