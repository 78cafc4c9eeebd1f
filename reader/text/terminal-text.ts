import { mayHaveCommands, withoutCommands } from "./printable.js";
import { escapedCharacter, unprintable } from "./unprintable.js";
import { wellFormed } from "./well-formed.js";

/**
 * Text of several lines that can do nothing to a terminal or a CI runner: everything but line feeds and tabs that isn't
 * printable becomes an escape, and commands are broken up. The last barrier; text that must stay on one line needs
 * `printable`.
 */
export function terminalText(text: string): string {
  const printed = wellFormed(text).replace(unprintable, (found) =>
    found === "\n" || found === "\t" ? found : escapedCharacter(found),
  );
  return mayHaveCommands(printed) ? printed.split("\n").map(withoutCommands).join("\n") : printed;
}
