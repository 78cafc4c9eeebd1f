import fc from "fast-check";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createJsonLogger, type Logger } from "../../../runtime/operations/json-logger.js";
import { runnerCommand, unsafe } from "../../support/reader/text/output-characters.js";
import { acmeReceiver, delivery, post } from "../../support/runtime/webhook/acme.js";

function logged(options: Parameters<typeof createJsonLogger>[0] = {}) {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  return { lines, logger: createJsonLogger({ write, now: () => 0, ...options }) };
}

describe("a log line", () => {
  it("is one JSON object with time, level, message and fields", () => {
    const { lines, logger } = logged();
    logger.info({ code: "stored", status: 204 }, "accepted\n");
    logger.warn({}, "w");
    logger.error({ n: 1n }, "e");
    expect(lines).toEqual([
      '{"time":"1970-01-01T00:00:00.000Z","level":"info","msg":"accepted\\n","code":"stored","status":204}\n',
      '{"time":"1970-01-01T00:00:00.000Z","level":"warn","msg":"w"}\n',
      '{"time":"1970-01-01T00:00:00.000Z","level":"error","msg":"e","n":"1"}\n',
    ]);
  });

  it("holds no character that controls a terminal, and is the same data", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { lines, logger } = logged();
        const odd = `\u001b[31m\u0085\u009b\u2028\u202e\u2066##[error]${text}`;
        logger.info({ [`x${odd}`]: odd, error: new Error(odd) }, odd);
        expect(lines.join("")).not.toMatch(unsafe);
        expect(lines.join("")).not.toMatch(runnerCommand);
        const wellFormed = JSON.parse(JSON.stringify(odd)) as string;
        expect(JSON.parse(lines.join(""))).toMatchObject({ msg: wellFormed, error: { message: wellFormed } });
      }),
    );
  });

  it("is omitted below the level", () => {
    const { lines, logger } = logged({ level: "error" });
    logger.info({}, "i");
    logger.warn({}, "w");
    logger.error({}, "e");
    expect(lines).toHaveLength(1);
  });

  it("contains an error's name, code, message and causes, but no properties added by a driver", () => {
    const cause = Object.assign(new TypeError("no route to postgres://user:pass@db/x"), {
      code: "ECONNREFUSED",
    });
    const error = Object.assign(new Error("no store", { cause }), { parameters: ["a row"] });
    const { lines, logger } = logged();
    logger.error({ error }, "fault");
    expect(JSON.parse(lines[0] ?? "").error).toEqual({
      name: "Error",
      message: "no store",
      cause: { name: "TypeError", code: "ECONNREFUSED", message: "no route to postgres://[redacted]@db/x" },
    });
  });

  it("is written even if a value can't be serialized as JSON", () => {
    const circular: Record<string, unknown> = { a: [1] };
    circular.self = circular;
    const hostile = {
      toJSON() {
        throw new Error("hostile");
      },
    };
    const { lines, logger } = logged();
    logger.info({ circular, shared: [circular.a, circular.a] }, "c");
    logger.info({ hostile }, "h");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      circular: { a: [1], self: "[circular]" },
      shared: [[1], [1]],
    });
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({ level: "info", msg: "h" });
  });

  it("never contains a text to redact, wherever it occurs in the fields", () => {
    const secret = fc.string({ minLength: 8, maxLength: 20, unit: "grapheme" });
    const property = fc.property(secret, fc.jsonValue(), fc.string(), (text, value, message) => {
      const { lines, logger } = logged({ redact: [text] });
      logger.error(
        { value, list: [`a${text}b`], error: new Error(text, { cause: new Error(text) }) },
        message + text,
      );
      const holds = (each: unknown): boolean =>
        typeof each === "string"
          ? each.includes(text)
          : typeof each === "object" && each !== null && Object.values(each).some(holds);
      expect(holds(JSON.parse(lines[0] ?? ""))).toBe(false);
    });
    fc.assert(property);
  });
});

it("pino satisfies the logger's interface", async () => {
  const lines: string[] = [];
  const logger: Logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const { receiver } = acmeReceiver({ logger });
  await receiver.handle(post(delivery()));
  await receiver.drain();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { code: "stored", status: 202, msg: "accepted" },
    { msg: "handled", eventId: "evt-1" },
  ]);
});
