import { OipkitError } from "@oipkit/runtime/errors";
import Handlebars from "handlebars";
import { Code } from "../../reader/text/code/code.js";

/** What a template sees: only values made in `render/`. */
export interface TemplateView {
  readonly [name: string]: Code | boolean | TemplateView | readonly TemplateView[] | readonly Code[];
}

/** A template that doesn't compile, or that uses a name that its view lacks. */
export class TemplateError extends OipkitError {
  readonly code = "template-invalid";
  constructor(
    readonly template: string,
    cause: unknown,
  ) {
    super(`${template}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Fills in a template. Throws if the template doesn't exist or names something that the view lacks. */
export type Render = (template: string, view: TemplateView) => string;

/**
 * A renderer for a set of templates (`name.hbs` → text); a name with a leading `_` is a partial. Every template sees
 * the names in `shared` and those of its own view, which take precedence.
 */
export function createRenderer(templates: ReadonlyMap<string, string>, shared: TemplateView = {}): Render {
  const handlebars = Handlebars.create();
  for (const helper of ["if", "unless", "with", "lookup", "log"]) handlebars.unregisterHelper(helper);
  const options = {
    strict: true,
    knownHelpersOnly: true,
    knownHelpers: { if: false, unless: false, each: false, with: false, lookup: false, log: false },
    preventIndent: true,
  };
  const compiled = new Map<string, HandlebarsTemplateDelegate>();
  for (const [name, text] of templates) {
    refuseUnescaped(name, text);
    if (name.startsWith("_")) handlebars.registerPartial(name.slice(1), handlebars.compile(text, options));
  }
  return (name, view) => {
    const text = templates.get(name);
    if (text === undefined) throw new TemplateError(name, new Error("there is no such template"));
    const checked = checkedView(name, { ...shared, ...view });
    try {
      const template = compiled.get(name) ?? handlebars.compile(text, options);
      compiled.set(name, template);
      return template(checked);
    } catch (cause) {
      throw new TemplateError(name, cause);
    }
  };
}

function refuseUnescaped(name: string, text: string): void {
  if (/\{\{~?(\{|&)/.test(text))
    throw new TemplateError(name, new Error("`{{{` and `{{&` are refused: a view escapes, not a template"));
}

/** The object that names are looked up in. It inherits nothing, so that a template can't use `constructor` or `toString`. */
const emptyView: object = Object.assign(Object.create(null) as object, {
  [Symbol.toPrimitive]: () => "the view",
});

/** The view as Handlebars gets it. Throws if it contains anything but `Code`. */
function checkedView(template: string, value: unknown, at = ""): unknown {
  if (value instanceof Code || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map((item, index) => checkedView(template, item, `${at}/${index}`));
  if (value === null || typeof value !== "object") {
    const found = value === null ? "null" : typeof value;
    throw new TemplateError(template, new Error(`the view holds a raw ${found} value at ${at || "/"}`));
  }
  const checked = Object.create(emptyView) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) checked[key] = checkedView(template, item, `${at}/${key}`);
  return checked;
}
