// A library that behaves as its first argument says; every `at`-th question, by the second one, gets the fault.
import { createInterface } from "node:readline";

const [, , behaviour = "refuse", at = "1"] = process.argv;
const hello = JSON.stringify({ name: "fake", version: "1.2.3", language: "JavaScript" });
const say = (id, result, error) => console.log(JSON.stringify({ id, result, error }));

const faults = {
  accept: (id) => say(id, "accept"),
  refuse: (id) => say(id, "refuse", "no"),
  skip: (id) => say(id, "skip", "not today"),
  crash: () => {
    console.error("first line\nTypeError: boom");
    process.exit(3);
  },
  garbage: () => console.log("<html>\u001b[31m not JSON"),
  array: () => console.log("[1]"),
  "other-id": () => say("another/vector", "accept"),
  "other-result": (id) => say(id, "maybe"),
  hang: () => {},
  half: () => process.stdout.write('{"id":', () => process.exit(0)),
  long: () => process.stdout.write("x".repeat(100_000)),
  twice: (id) => {
    say(id, "refuse");
    say(id, "accept");
  },
};

if (behaviour === "no-hello") console.log("hello");
else if (behaviour === "no-start") process.exit(4);
else console.log(hello);
let asked = 0;
for await (const line of createInterface({ input: process.stdin })) {
  asked += 1;
  const { id } = JSON.parse(line);
  const fault = asked % Number(at) === 0 ? faults[behaviour] : faults.refuse;
  fault(id);
}
