import { type HeaderLines, headerPairs } from "./header-lines.js";

/** The head of an answer without a body, as it is written to a connection in Latin-1. Its parts were read from another head. */
export function informationHead(status: number, reason: string, lines: HeaderLines): string {
  const headers = headerPairs(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${reason}\r\n${headers.join("")}\r\n`;
}
