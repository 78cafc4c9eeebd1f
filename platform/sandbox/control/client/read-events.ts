/** A line of a stream of ours is shorter. */
const longestLine = 1024 * 1024;

/** The data of server-sent events, one text for each, as they arrive. Throws a `RangeError` for an endless line. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > longestLine) throw new RangeError("a line of the stream has no end");
    for (const line of lines) {
      if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      } else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
    }
  }
}
