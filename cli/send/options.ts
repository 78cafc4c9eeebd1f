import { receiverAddress } from "../conform/receiver-address.js";
import { bindingOptions } from "../options/binding.js";
import { credentials } from "../options/credentials.js";
import { flag, parsed, text, texts, wholeNumber } from "../options/option.js";

/** `oipkit send`, as users see it. */
export const sendCommand = {
  usage: ["send EVENT --to URL [options]", "send [EVENT] --list"],
  about:
    "Sends an example of an event as the platform would: with fresh ids, the receiver's binding, the verification token and a signature. EVENT is the event's name, or NAME/EXAMPLE for a certain example of it.",
  options: {
    to: parsed({ value: "URL", description: "the receiver's address" }, (given, flag) =>
      receiverAddress(flag, given),
    ),
    status: text({ value: "S", description: "take the first example whose status is S" }),
    set: texts({
      value: "POINTER=VALUE",
      description: "change the event at a JSON Pointer; VALUE is JSON, or else text",
      details: '`7`, `true` and `{"a":1}` are JSON; `7` as text is `"7"`.',
    }),
    invalid: text({
      value: "CASE",
      description:
        "make the mistake of a conformance case, named by its id or the end of it; `--list` shows the cases",
      details: "Of a case with several steps it is the first that is wrong.",
    }),
    encrypted: flag({
      description: "encrypt with `WEBHOOK_ENCRYPT_KEY`",
      details: "Without it plaintext is sent, even if the key is set.",
    }),
    repeat: wholeNumber({
      value: "N",
      description: "send it N times, each a new attempt of one delivery, as a retry is",
      details: "The ids stay; timestamp, nonce and signature are new.",
      default: "1",
    }),
    print: flag({ description: "show the request with secrets masked, and send nothing" }),
    list: flag({ description: "list the events, or the examples and cases of an event" }),
    timeout: wholeNumber({
      value: "MS",
      description: "how long an answer may take, in milliseconds",
      default: "10000",
    }),
    suite: text({ value: "FILE", description: "suite with the examples", otherwise: "the generated one" }),
    ...bindingOptions,
  },
  environment: credentials,
  exitCodes: "0 every answer was 2xx, 1 another answer, 2 couldn't run.",
};
