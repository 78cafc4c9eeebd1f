// @needs python3
import { exampleReceiver, receiverSuite } from "../../support/commands/conform/receiver-suite.js";

receiverSuite("Python", ["python3", "-B", exampleReceiver("python/receiver.py")], ["plaintext"]);
