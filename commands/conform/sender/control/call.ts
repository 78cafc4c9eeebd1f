import { json } from "../../../../reader/text/json.js";
import { ControlFailed, ControlLacking } from "../../errors.js";
import { type Incoming, NoAnswer, type Send } from "../../exchange/send.js";

/** Calls an operation of a control and returns the object that it answers, empty for none. Rejects with `ControlFailed` and `ControlLacking`. */
export type CallControl = (
  method: string,
  path: string,
  body?: object,
) => Promise<Readonly<Record<string, unknown>>>;

/** Longest answer of a control that is read, in bytes. */
const maxAnswerBytes = 16 * 1024 ** 2;

/** How a control says that it lacks an operation. */
const lackingStatuses: readonly number[] = [404, 405, 501];

/** Calls the control under `url`. An operation may wait for the answers of endpoints, so it takes its time. */
export function callControl(
  url: string,
  { send, timeoutMs }: { readonly send: Send; readonly timeoutMs: number },
): CallControl {
  return async (method, path, body) => {
    const shown = `${method} ${path.split("?")[0]}`;
    const answer = await answerTo(shown, () =>
      send({
        url: url + path,
        method,
        headers: body === undefined ? [] : [["content-type", "application/json"]],
        body: Buffer.from(body === undefined ? "" : json(body)),
        timeoutMs,
        maxAnswerBytes,
      }),
    );
    if (lackingStatuses.includes(answer.status))
      throw new ControlLacking(`needs a control that offers ${shown}`);
    if (answer.status === 204) return {};
    if (answer.status !== 200) throw new ControlFailed(`the control returns ${answer.status} for ${shown}`);
    return objectIn(answer.body, shown);
  };
}

async function answerTo(shown: string, send: () => Promise<Incoming>): Promise<Incoming> {
  try {
    return await send();
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause;
    throw new ControlFailed(`the control doesn't answer ${shown} (${cause.kind})`, { cause });
  }
}

function objectIn(body: Uint8Array, shown: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as never;
  } catch (cause) {
    throw new ControlFailed(`the control's answer to ${shown} isn't JSON`, { cause });
  }
  throw new ControlFailed(`the control's answer to ${shown} isn't an object`);
}
