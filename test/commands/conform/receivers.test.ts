import { exampleReceiver, receiverSuite } from "../../support/commands/conform/receiver-suite.js";

receiverSuite(
  "plain Node.js",
  [process.execPath, exampleReceiver("node/receiver.mjs")],
  ["plaintext", "encrypted"],
);
// It differs from the one above only in its server.
receiverSuite("Express", [process.execPath, exampleReceiver("express/receiver.mjs")], []);
