/** What a generated client may import from the runtime, in addition to what every client does. */
export const runtimeFunctions: readonly string[] = [
  "apiOptions",
  "exactItems",
  "longAnswers",
  "longBody",
  "longItems",
  "paginate",
  "parseExactly",
  "readHeaders",
  "readItems",
  "writeAnyBody",
  "writeStreamBody",
  "writeCookie",
  "writeJsonBody",
  "writeStyledHeader",
  "writeStyledPath",
  "writeStyledQuery",
  "writeTextHeader",
  "writeTextQuery",
];

/** Names in a generated client that no operation may have. */
export const clientNames: readonly string[] = [
  "createClient",
  "apiDescriptor",
  "operation",
  "operations",
  "paths",
  "client",
  "options",
  "request",
  "bindOperations",
  "createHttpClient",
  ...runtimeFunctions,
];
