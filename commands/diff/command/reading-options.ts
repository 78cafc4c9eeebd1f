import { texts, wholeNumber } from "../../options/option.js";

/** How much is read, and how long a comparison may take: options of every command that compares versions. */
export const readingOptions = {
  "time-limit": wholeNumber({
    value: "MS",
    description: "milliseconds for each pair of schemas in each direction; after that it is undecided",
    default: "2000",
  }),
  "allow-refs-to": texts({
    value: "DIR",
    description: "folder, outside of those that are compared, that `$ref` may lead to",
  }),
  "max-file": wholeNumber({ value: "BYTES", description: "largest contract", otherwise: "16 MiB" }),
};
