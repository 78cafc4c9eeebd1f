import { parsed, text } from "../options/option.js";
import { readWebAddress } from "../options/web-address.js";
import { format } from "../report/report-targets.js";
import { controlEnvironment, controlOption } from "../sandbox/shared-options.js";

/** Command-line declaration of `oipkit listen`. */
export const listenCommand = {
  usage: ["listen --forward-to URL [options]"],
  about:
    "Makes the running sandbox deliver an application's events to a receiver on this machine, by a server that forwards each request as it is, and prints each delivery. On SIGINT or SIGTERM, it restores the endpoint that was there before.",
  options: {
    "forward-to": parsed({ value: "URL", description: "the receiver", required: true }, (given, flag) =>
      readWebAddress(flag, given, "http://127.0.0.1:8080/webhooks"),
    ),
    application: text({ value: "ID", description: "whose events", otherwise: "the only active one" }),
    types: text({
      value: "LIST",
      description: "names of events, separated by commas",
      otherwise: "all that the application may get",
    }),
    format: format(["pretty", "json"], { description: "lines of standard output" }),
    control: controlOption,
  },
  environment: controlEnvironment,
  exitCodes: "0 stopped by a signal, 1 refused by the sandbox, 2 couldn't run.",
};
