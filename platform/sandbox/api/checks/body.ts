import { denied, notNeeded, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** Parameters and body are what the contract describes. */
export const body = defineCheck({
  name: "body",
  clause: "§4",
  look: ({ route, content }) => ({
    takes_body: route.body !== undefined,
    required: route.body?.required ?? false,
    body: content.body.kind,
    problems: content.body.kind === "json" ? content.body.problems.length : 0,
    parameter_problems: content.parameterProblems.map(({ pointer }) => pointer),
  }),
  decide: ({ takes_body, required, body: kind, problems, parameter_problems }) => {
    if (parameter_problems.length > 0)
      return denied("parameter-malformed", `Invalid: ${parameter_problems.join(", ")}.`);
    if (!takes_body) return notNeeded;
    if (kind === "none") return required ? denied("body-missing", "The operation needs a body.") : notNeeded;
    if (kind === "too-large") return denied("body-too-large", "The body is larger than the sandbox takes.");
    if (kind === "media-type") return denied("media-type-unsupported", "The body must be JSON in UTF-8.");
    if (kind === "malformed") return denied("body-malformed", "The body isn't JSON, or nested too deeply.");
    return problems === 0
      ? passed
      : denied("body-invalid", `The contract's validator found ${problems} problems.`);
  },
});
