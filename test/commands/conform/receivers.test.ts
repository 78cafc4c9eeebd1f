import { exampleReceiver, receiverSuite } from "../../support/commands/conform/receiver-suite.js";

receiverSuite("plain Node.js", [process.execPath, exampleReceiver("node/receiver.mjs")]);
receiverSuite("Express", [process.execPath, exampleReceiver("express/receiver.mjs")]);
