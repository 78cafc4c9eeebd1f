// @needs own-process
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { afterThisTest } from "../../../support/clean-up.js";
import {
  type ControlledSandbox,
  startControlled,
  token,
} from "../../../support/platform/sandbox/control/controlled-sandbox.js";

/** A connection that asks for the whole log and reads nothing of it until it is told to. */
async function neverReading({ origin }: ControlledSandbox): Promise<Socket> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  afterThisTest(() => void socket.destroy());
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  socket.pause();
  socket.write(
    `GET /_sandbox/logs?after=0 HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  return socket;
}

/** Reads the stream until an entry, and returns the numbers of all. */
async function numbersUntil(last: number, pieces: AsyncIterable<Uint8Array>): Promise<readonly number[]> {
  const numbers: number[] = [];
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of pieces) {
    const lines = (text + decoder.decode(piece, { stream: true })).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("id: ")) numbers.push(Number(line.slice(4)));
    if (numbers.at(-1) === last) break;
  }
  return numbers;
}

const megabytes = (): number => process.memoryUsage().rss / 1e6;

it("readers that never read take no memory, and nothing from those that do", async () => {
  const controlled = await startControlled();
  const { sandbox, origin, control } = controlled;
  const headers = { authorization: `Bearer ${token}` };
  const live = await fetch(`${origin}/_sandbox/logs?after=0`, { headers });
  const sockets = await Promise.all(Array.from({ length: 20 }, () => neverReading(controlled)));
  const last = 30_000;
  const before = megabytes();
  let written = sandbox.log.latest();
  const first = written + 1;
  const reading = numbersUntil(last, live.body as unknown as AsyncIterable<Uint8Array>);
  while (written < last) {
    // 60 MB in all; what one reader doesn't take would be kept twenty times.
    for (let count = 0; count < 500 && written < last; count += 1) {
      sandbox.log.write({ kind: "control", message: "m", data: { text: "x".repeat(2000) } });
      written = sandbox.log.latest();
    }
    // An answer shows that the server isn't busy with them.
    await control.call("readClock");
  }
  const numbers = await reading;
  expect(megabytes() - before).toBeLessThan(500);
  // Whoever reads gets every entry.
  expect(numbers).toEqual(Array.from({ length: last - first + 1 }, (_, index) => first + index));
  // Who begins to read late goes on with what is still kept.
  const [late] = sockets as [Socket];
  const lateNumbers = await numbersUntil(last, late);
  expect(lateNumbers).toEqual([...new Set(lateNumbers)].sort((a, b) => a - b));
  expect(lateNumbers.length).toBeLessThan(last - 5000);
  // The others don't delay the end by more than the server gives them.
  await sandbox.close();
  await Promise.all(
    sockets.slice(1).map((socket) => new Promise((resolve) => socket.resume().once("close", resolve))),
  );
});
