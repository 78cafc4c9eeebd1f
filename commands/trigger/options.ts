import { text } from "../options/option.js";
import { format } from "../report/report-targets.js";
import { controlEnvironment, controlOption } from "../sandbox/shared-options.js";

/** Command-line declaration of `oipkit trigger`. */
export const triggerCommand = {
  usage: ["trigger TYPE [options]"],
  about:
    "Makes an event of a type happen in the running sandbox: it goes the shortest way through the real states, and moves the clock if it has to. What becomes due on the way happens as well.",
  options: {
    application: text({ value: "ID", description: "whose event it is", otherwise: "the first one" }),
    organization: text({
      value: "ID",
      description: "the organization whose subscription it is",
      otherwise: "the application's own",
    }),
    subscription: text({
      value: "ID",
      description: "the subscription to begin with",
      otherwise: "one that suits, or a new one",
    }),
    plan: text({
      value: "CODE",
      description: "begin with a new subscription to this plan",
      otherwise: "the plan with the shortest way",
    }),
    format: format(["pretty", "json"], { description: "form of the output" }),
    control: controlOption,
  },
  environment: controlEnvironment,
  exitCodes: "0 it happened, 1 refused by the sandbox, 2 couldn't run.",
};
