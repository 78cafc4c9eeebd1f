import type { EventMessage } from "../../model/model.js";
import { type Code, code, join } from "../../render/code.js";
import { literal } from "../../render/literal.js";
import { scriptText } from "../../render/script.js";
import type { Render } from "../../render/template.js";
import { subjectPhrase } from "../../validation/sentence.js";
import { validatorsBody } from "../../validation/standalone.js";
import type { EmitInput } from "../emit-input.js";
import { validatedMessages } from "../events/validated-messages.js";
import { fileHeader, type GeneratedFile } from "../file.js";

/** `validators/<set>.js`: tells an event by its type and reports the errors of that type alone. */
export function emitEventValidators({ model, contracts }: EmitInput, render: Render): GeneratedFile[] {
  return model.eventSets.flatMap((set) => {
    const events = validatedMessages(set);
    if (set.discriminator === undefined || events.length === 0) return [];
    const subjects = events.map(({ payload, label }) => ({ place: payload, phrase: subjectPhrase(label) }));
    const header = fileHeader([set.source]);
    const view = {
      header,
      body: scriptText(validatorsBody(contracts, subjects)),
      named: entries(events, ({ eventType }) => (eventType === undefined ? undefined : literal(eventType))),
      patterns: entries(events, ({ pattern }) =>
        pattern === undefined ? undefined : code`new RegExp(${literal(pattern)}, "u")`,
      ),
      discriminator: literal(set.discriminator),
    };
    const types = literal(`../${set.name}/types.js`);
    return [
      { path: `validators/${set.validatorName}.js`, text: render("event-validator.js", view) },
      {
        path: `validators/${set.validatorName}.d.ts`,
        text: render("event-validator.d.ts", { header, module: types }),
      },
    ];
  });
}

function entries(events: readonly EventMessage[], keyOf: (event: EventMessage) => Code | undefined): Code {
  const lines = events.flatMap((event, index) => {
    const key = keyOf(event);
    return key === undefined
      ? []
      : [code`  [${key}, { index: ${literal(index)}, specified: ${literal(event.bound)} }],`];
  });
  return join(lines, "\n");
}
