import { publicUrl } from "../conform/command/public-url.js";
import { receiverAddress } from "../conform/command/receiver-address.js";
import { defaultMaxAnswerBytes } from "../conform/exchange/send.js";
import { bindingOptions } from "../options/binding.js";
import { credentials } from "../options/credentials.js";
import { flag, parsed, text, texts, wholeNumber } from "../options/option.js";

/** Command-line declaration of `oipkit send`. */
export const sendCommand = {
  usage: ["send EVENT... --to URL [options]", "send [EVENT] --list"],
  about:
    "Sends an example of an event as the platform would: with fresh ids, the receiver's binding, the verification token and a signature. EVENT is the event's name, or NAME/EXAMPLE for a specific example. Several are sent as one batch, if the platform has batches; the options that change an event change the first.",
  options: {
    to: parsed({ value: "URL", description: "the receiver's address" }, (given, flag) =>
      receiverAddress(flag, given),
    ),
    "public-url": publicUrl,
    status: text({ value: "S", description: "take the first example whose status is S" }),
    resource: text({
      value: "ID",
      description: "the resource that the event is about",
      otherwise: "a fresh one",
    }),
    next: flag({
      description: "send the version after the last one that this receiver accepted from `oipkit send`",
      details:
        "With `--resource`, of that resource; otherwise of the latest resource of the event's family. Accepted versions are remembered in `node_modules/.cache/oipkit`.",
    }),
    version: wholeNumber({
      value: "N",
      description: "the version of the resource, in all fields that the contract requires to be equal",
      otherwise: "1, or the example's own if the example is named",
    }),
    set: texts({
      value: "POINTER=VALUE",
      description: "change the event at a JSON Pointer; a VALUE that isn't JSON is a string",
      details: '`7`, `true` and `{"a":1}` are JSON; for the string `7`, write `"7"`.',
    }),
    invalid: text({
      value: "CASE",
      description:
        "make the mistake of a conformance case, given by its id or the end of its id; `--list` shows the cases",
      details: "If a case has several steps, the first invalid one is sent.",
    }),
    encrypted: flag({
      description: "encrypt with `WEBHOOK_ENCRYPT_KEY`",
      details: "Without this option, plaintext is sent even if the key is set.",
    }),
    repeat: wholeNumber({
      value: "N",
      description: "send it N times, each as a retry of the same delivery",
      details: "The ids stay the same; timestamp, nonce and signature are new.",
      default: "1",
    }),
    print: flag({ description: "print the request with secrets masked and send nothing" }),
    list: flag({ description: "list the events, or the examples and cases of an event" }),
    timeout: wholeNumber({
      value: "MS",
      description: "how long to wait for an answer, in milliseconds",
      default: "10000",
    }),
    "max-answer": wholeNumber({
      value: "BYTES",
      description: "longest body of an answer that is read",
      default: String(defaultMaxAnswerBytes),
    }),
    suite: text({ value: "FILE", description: "suite with the examples", otherwise: "the generated one" }),
    ...bindingOptions,
  },
  environment: credentials,
  exitCodes: "0 all answers were 2xx, 1 some weren't, 2 couldn't run.",
};
