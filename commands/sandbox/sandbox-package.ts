import { OipkitError } from "@oipkit/runtime/errors";

/** The package `@oipkit/sandbox`, which a command needs, isn't installed. */
class SandboxNotInstalled extends OipkitError {
  readonly code = "sandbox-not-installed";

  constructor(cause: unknown) {
    const remedy = "npm install --save-dev @oipkit/sandbox";
    super(`the sandbox is a package of its own; install it: ${remedy}`, { cause });
  }
}

/** Loads a part of the program that needs the package of the sandbox. Rejects with `SandboxNotInstalled` without it. */
export async function withSandboxPackage<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (isMissing(error)) throw new SandboxNotInstalled(error);
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ERR_MODULE_NOT_FOUND" && /'@oipkit\/sandbox(?:\/|')/.test(error.message);
}
