import { patternFlags } from "../../../reader/documents/pattern.js";
import type { EventMessage, EventSet } from "../../../reader/model/model.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { literal } from "../../../reader/text/code/literal.js";
import type { ModuleContext } from "../../../reader/validation/code/module-context.js";
import type { Render } from "../../render/template.js";
import { validatedMessages } from "../events/validated-messages.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import type { ValidatorModules } from "./modules.js";
import { subjectPhrase } from "./subject-phrase.js";

/** `validators/<set>.js`: recognizes an event by its type and reports only the errors of that type. */
export function emitEventValidator(
  modules: ValidatorModules,
  set: EventSet,
  render: Render,
): GeneratedFile[] {
  const events = validatedMessages(set);
  if (events.length === 0) return [];
  const context = modules.context(set.validatorName);
  context.use("findings");
  const validatorOf = validatorIn(modules, context);
  const named = events.flatMap((event) =>
    event.eventType === undefined ? [] : [code`  [${literal(event.eventType)}, ${validatorOf(event)}],`],
  );
  const patterns = events.flatMap((event) =>
    event.pattern === undefined
      ? []
      : [
          code`  [new RegExp(${literal(event.pattern)}, ${literal(patternFlags(event.pattern))}), ${validatorOf(event)}],`,
        ],
  );
  const { imports } = modules.code(set.validatorName);
  const header = fileHeader([set.source]);
  const view = {
    header,
    imports,
    named: join(named, "\n"),
    hasPatterns: patterns.length > 0,
    patterns: join(patterns, "\n"),
    type: typeOf(set),
  };
  const types = literal(`../${set.name}/types.js`);
  return [
    { path: `validators/${set.validatorName}.js`, text: render("event-validator.js", view) },
    {
      path: `validators/${set.validatorName}.d.ts`,
      text: render("event-validator.d.ts", { header, module: types, isTypeInHeader: set.isTypeInHeader }),
    },
  ];
}

/** The expression of an event's type, for any value. */
function typeOf({ discriminator }: EventSet): Code {
  if (discriminator === undefined) return code`options?.eventType`;
  return code`event${join(
    discriminator.map((name) => code`?.[${literal(name)}]`),
    "",
  )}`;
}

function validatorIn(modules: ValidatorModules, context: ModuleContext): (event: EventMessage) => Code {
  return ({ payload, label, bound }) => {
    const definition = modules.definition(payload);
    const accepts = context.accepts(definition);
    const schema = context.schema(definition);
    const phrase = literal(subjectPhrase(label));
    return code`{ accepts: ${accepts}, schema: ${schema}, phrase: ${phrase}, specified: ${literal(bound)} }`;
  };
}
