import type * as Library from "oidc-provider";

let loading: Promise<typeof Library> | undefined;

/** `oidc-provider`, loaded when it is first needed: that takes longer than the rest of the sandbox's start. */
export function loadProvider(): Promise<typeof Library> {
  loading ??= load();
  return loading;
}

/**
 * On Node.js 20 the library prints that its author doesn't test with it. The sandbox's tests do, so nobody needs to see that on each start.
 */
async function load(): Promise<typeof Library> {
  const { warn } = console;
  console.warn = (...values: unknown[]) => {
    if (!String(values[0]).includes("Unsupported runtime")) warn(...values);
  };
  try {
    return await import("oidc-provider");
  } finally {
    console.warn = warn;
  }
}
