import fc from "fast-check";
import { expect, it } from "vitest";
import { readBody } from "../../../commands/mock/request/read-body.js";
import { createShape, valueFromTexts } from "../../../commands/mock/request/texts.js";
import type { Node } from "../../../reader/validation/nodes/node.js";
import { writeMultipart, writeUrlEncoded } from "../../../runtime/http/request/form-body.js";

const text: Node = { type: ["string"] };
const shape = createShape([
  {
    type: ["object"],
    properties: {
      text,
      number: { type: ["integer"] },
      list: { type: ["array"], items: text },
      numbers: { type: ["array"], items: { type: ["integer"] } },
      record: { type: ["object"], properties: { a: text, b: { type: ["boolean"] } } },
    },
  },
]);
// A delimiter of a style inside of a value is refused, and a line break isn't kept by every form.
const word = fc.stringMatching(/^[a-zé&=+%"[\]#/?-]{1,8}$/);
const body = fc.record(
  {
    text: word,
    number: fc.integer(),
    list: fc.array(word, { minLength: 1, maxLength: 4 }),
    numbers: fc.array(fc.integer(), { minLength: 1, maxLength: 4 }),
    record: fc.record({ a: word, b: fc.boolean() }, { requiredKeys: ["a"] }),
  },
  { requiredKeys: ["text"] },
);
const style = fc.constantFrom("form", "spaceDelimited", "pipeDelimited", "deepObject");
const styled = fc.record({ style, explode: fc.boolean() }, { requiredKeys: ["style"] });
const json = fc.constant({ contentType: "application/json" });
const ofList = fc.oneof(fc.constant({}), styled, json);
const ofRecord = fc.oneof(fc.constant({}), fc.record({ style, explode: fc.boolean() }), json);
const encodings = fc.record({ list: ofList, numbers: ofList, record: ofRecord });

it.each(["application/x-www-form-urlencoded", "multipart/form-data"])(
  "a body of %s is read as the generated client writes it, whatever its encoding",
  async (media) => {
    await fc.assert(
      fc.asyncProperty(body, encodings, async (given, how) => {
        const isForm = media === "multipart/form-data";
        const written = isForm
          ? writeMultipart(given, how as never)
          : { body: writeUrlEncoded(given, how as never), contentType: media };
        const sent = new Response(written.body);
        const type = written.contentType;
        const bytes = new Uint8Array(await sent.arrayBuffer());
        const read = (await readBody({ bytes, type, encodings: how }))?.(shape);
        expect(read && valueFromTexts(read, shape)).toEqual(given);
      }),
      { numRuns: 500 },
    );
  },
);
