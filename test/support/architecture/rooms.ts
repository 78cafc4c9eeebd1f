/** What a room may import in addition to itself, by the start of a path or of a package's name. `docs/contributing/architecture.md` says why. */
export interface Room {
  readonly imports: readonly string[];
  /** Whether it would serve another platform unchanged: no name, route, header or section of this platform stands in it. */
  readonly neutral: boolean;
}

const neutral = (...imports: readonly string[]): Room => ({ imports, neutral: true });
const ofPlatform = (...imports: readonly string[]): Room => ({ imports, neutral: false });

/** What every command may use. */
const shared = ["commands/options/", "commands/report/", "commands/terminal/", "@oipkit/runtime/", "reader/"];

/** Every folder with source files, and parts of it with rules of their own. The longest matching path counts. */
export const rooms: Readonly<Record<string, Room>> = {
  "cli/": neutral("commands/", "reader/package-version.ts", "@oipkit/runtime/"),

  "commands/changelog/": neutral(
    ...shared,
    "commands/config/",
    "commands/diff/",
    "commands/generate/options.ts",
  ),
  "commands/config/": neutral(
    ...shared,
    "commands/lint/config.ts",
    "commands/validate/",
    "generator/emit/types/http/typed-document.ts",
    "generator/form/code-form.ts",
    "generator/outputs/registry.ts",
    "generator/plugins/",
  ),
  "commands/conform/": neutral(...shared, "commands/config/", "commands/mock/index.ts", "commands/validate/"),
  "commands/deliveries/": neutral(
    ...shared,
    "commands/options/shared-options.ts",
    "commands/stores/",
    "@oipkit/delivery",
  ),
  "commands/diff/": neutral(...shared, "commands/config/", "commands/generate/options.ts"),
  // Source breakage is that of the code that the generator would make.
  "commands/diff/source/": neutral(
    "commands/diff/",
    "generator/build-model.ts",
    "generator/emit/types/http/component-names.ts",
    "generator/generate.ts",
    "reader/",
  ),
  "commands/generate/": neutral(...shared, "commands/changelog/versions/", "commands/config/", "generator/"),
  "commands/inbox/": neutral(...shared, "commands/stores/"),
  "commands/init/": neutral(
    ...shared,
    "commands/conform/",
    "commands/generate/command.ts",
    "commands/mock/index.ts",
    "commands/update/",
    "commands/validate/load-catalog.ts",
    "generator/build-model.ts",
    "generator/emit/client/call-code.ts",
    "generator/render/template.ts",
    "generator/write/",
  ),
  "commands/lint/": neutral(...shared, "commands/config/", "commands/generate/", "generator/plugins/"),
  "commands/listen/": neutral(...shared, "commands/sandbox/", "@oipkit/sandbox"),
  "commands/manifest/": neutral(...shared, "commands/config/", "commands/validate/"),
  "commands/mcp/": neutral(...shared, "commands/sandbox/", "@oipkit/sandbox"),
  "commands/mock/": neutral(...shared),
  "commands/options/": neutral(
    ...["commands/stores/location.ts", "commands/terminal/"],
    ...["reader/", "@oipkit/runtime/"],
  ),
  "commands/receive/": neutral(
    ...shared,
    "commands/config/",
    "commands/conform/command/receiver-address.ts",
    "commands/stores/",
    "commands/validate/",
  ),
  "commands/receiver-migrate/": neutral(...shared, "commands/stores/"),
  "commands/report/": neutral(
    "commands/options/",
    "commands/terminal/",
    "commands/validate/",
    "reader/",
    "@oipkit/runtime/",
  ),
  "commands/sandbox/": neutral(...shared, "commands/stores/", "@oipkit/sandbox"),
  "commands/send/": neutral(
    ...shared,
    "commands/conform/",
    "commands/validate/catalog.ts",
    "generator/cache/nearest-modules.ts",
  ),
  "commands/stores/": neutral("commands/options/option.ts", "@oipkit/runtime/"),
  "commands/terminal/": neutral("commands/options/credentials.ts", "reader/text/", "@oipkit/runtime/"),
  "commands/trigger/": neutral(...shared, "commands/sandbox/", "@oipkit/sandbox"),
  "commands/update/": neutral(
    ...shared,
    "commands/changelog/",
    "commands/config/",
    "commands/diff/",
    "commands/generate/",
    "generator/write/inside.ts",
  ),
  "commands/validate/": neutral(
    ...shared,
    "commands/config/",
    "generator/cache/cache-folder.ts",
    "generator/form/import-extension.ts",
    "generator/plugins/import-module.ts",
  ),

  "generator/index.ts": neutral(
    "generator/",
    "commands/config/config-file.ts",
    "reader/",
    "@oipkit/runtime/errors",
  ),
  "generator/generate.ts": neutral("generator/", "reader/"),
  "generator/build-model.ts": neutral("generator/outputs/registry.ts", "reader/"),
  "generator/cache/": neutral("generator/write/compare.ts", "reader/documents/", "reader/package-root.ts"),
  "generator/emit/": neutral(
    "generator/outputs/output.ts",
    "generator/render/",
    "reader/",
    "@oipkit/runtime/errors",
    "@oipkit/runtime/json-pointer",
    "@oipkit/runtime/webhook",
  ),
  // The suite that it writes is in the format that `conform` reads.
  "generator/emit/conformance/": neutral(
    "generator/emit/",
    "generator/outputs/output.ts",
    "generator/render/",
    "commands/conform/",
    "reader/",
    "@oipkit/runtime/",
  ),
  "generator/form/": neutral("generator/emit/file.ts", "@oipkit/runtime/errors"),
  "generator/outputs/": neutral(
    "generator/emit/",
    "generator/render/template.ts",
    "generator/write/kept-files.ts",
    "reader/",
    "@oipkit/runtime/errors",
  ),
  "generator/plugins/": neutral(
    "generator/cache/nearest-modules.ts",
    "generator/emit/",
    "generator/outputs/",
    "generator/render/",
    "reader/",
    "@oipkit/runtime/errors",
  ),
  "generator/render/": neutral("reader/text/", "@oipkit/runtime/errors"),
  "generator/write/": neutral(
    "generator/emit/file.ts",
    "reader/is-running.ts",
    "reader/text/",
    "@oipkit/runtime/",
  ),

  "reader/large-libraries.ts": neutral(),
  "reader/is-running.ts": neutral(),
  "reader/package-root.ts": neutral(),
  "reader/package-version.ts": neutral("reader/package-root.ts"),
  "reader/text/": neutral("@oipkit/runtime/"),
  "reader/patterns/": neutral("reader/large-libraries.ts", "reader/package-root.ts"),
  "reader/documents/": neutral(
    "reader/patterns/",
    "reader/package-root.ts",
    "@oipkit/runtime/errors",
    "@oipkit/runtime/json-depth",
    "@oipkit/runtime/json-pointer",
    "@oipkit/runtime/nearest-names",
  ),
  "reader/validation/": neutral(
    "reader/patterns/",
    "reader/documents/",
    "reader/large-libraries.ts",
    "reader/package-root.ts",
    "reader/text/",
    "@oipkit/runtime/errors",
    "@oipkit/runtime/json-depth",
    "@oipkit/runtime/json-pointer",
  ),
  "reader/check/": neutral(
    "reader/patterns/",
    "reader/documents/",
    "reader/validation/",
    "reader/large-libraries.ts",
    "reader/package-root.ts",
    "@oipkit/runtime/json-depth",
    "@oipkit/runtime/json-pointer",
    "@oipkit/runtime/nearest-names",
    // Types: loading it would take time.
    "@oipkit/runtime/webhook",
  ),
  "reader/model/": neutral("reader/documents/", "reader/text/", "@oipkit/runtime/json-pointer"),

  "runtime/": neutral(),
  "runtime/http/": neutral(
    "runtime/errors.ts",
    "runtime/json-depth.ts",
    "runtime/json-pointer/",
    "runtime/nearest-names.ts",
    "runtime/typed-text.ts",
  ),
  "runtime/oauth/": neutral("runtime/errors.ts", "runtime/http/"),
  "runtime/access/": neutral("runtime/errors.ts", "runtime/json-pointer/"),
  "runtime/ports/": neutral("runtime/errors.ts"),
  "runtime/dispatch/": neutral("runtime/errors.ts", "runtime/ports/", "runtime/unprintable.ts"),
  "runtime/webhook/": neutral(
    "runtime/dispatch/",
    "runtime/errors.ts",
    "runtime/json-depth.ts",
    "runtime/json-pointer/",
    "runtime/nearest-names.ts",
    "runtime/ports/",
    "runtime/unprintable.ts",
  ),
  // The public entry point also re-exports what a first receiver needs.
  "runtime/webhook/index.ts": neutral(
    "runtime/adapters/node.ts",
    "runtime/dispatch/",
    "runtime/ports/",
    "runtime/stores/memory/index.ts",
    "runtime/webhook/",
  ),
  "runtime/incoming/": neutral(
    "runtime/errors.ts",
    "runtime/http/operation/http-status.ts",
    "runtime/http/operation/media-type.ts",
    "runtime/http/own-member.ts",
    "runtime/json-depth.ts",
    "runtime/nearest-names.ts",
    "runtime/ports/",
    "runtime/typed-text.ts",
    "runtime/webhook/default-logger.ts",
    "runtime/webhook/wire/media.ts",
  ),
  "runtime/stores/": neutral("runtime/errors.ts", "runtime/ports/"),
  "runtime/adapters/": neutral("runtime/errors.ts", "runtime/nearest-names.ts", "runtime/ports/"),
  "runtime/operations/": neutral(
    "runtime/dispatch/",
    "runtime/errors.ts",
    "runtime/ports/",
    "runtime/unprintable.ts",
    "runtime/webhook/",
  ),
  "runtime/probe/": neutral(
    "runtime/adapters/node-exchange.ts",
    "runtime/errors.ts",
    "runtime/http/http-url.ts",
    "runtime/nearest-names.ts",
    "runtime/ports/",
    "runtime/webhook/default-logger.ts",
  ),

  "templates/": neutral("@oipkit/runtime/"),
  // A package of its own; its rooms meet in `ports.ts` and `store/`.
  "delivery/": neutral("@oipkit/runtime/"),

  "generated/": ofPlatform("@oipkit/runtime/"),
  "generated/conformance/": ofPlatform("oipkit/conform"),
  // It knows the sandbox by its contract only.
  "platform/console/server/": ofPlatform("platform/console/generated/", "@oipkit/runtime/"),
  "platform/console/app/": ofPlatform("platform/console/generated/console/", "@oipkit/runtime/http"),
  "platform/console/generated/": ofPlatform("@oipkit/runtime/"),
  "platform/console/vite.config.mjs": ofPlatform("platform/console/event-shapes.mjs"),
  "platform/console/event-shapes.mjs": ofPlatform(),
  // `platform` in it is pure: state, command and time in, changes and events out.
  "platform/sandbox/": ofPlatform("@oipkit/console", "@oipkit/delivery", "@oipkit/runtime/"),
  "platform/sandbox/platform/": ofPlatform("platform/sandbox/generated/"),
  "examples/": ofPlatform(
    "@oipkit/delivery",
    "@oipkit/runtime/",
    "@oipkit/sandbox",
    "@oipkit/sdk/",
    "oipkit/config",
    "oipkit/conform",
    "oipkit/manifest",
    "oipkit/plugin",
  ),
  "test/support/api-servers/": ofPlatform("test/support/clean-up.ts"),
  "test/": ofPlatform(""),
  "tools/": ofPlatform(""),
  "vitest.config.ts": ofPlatform("test/"),
};

/** The room that a file belongs to: the longest matching path. */
export function findRoom(path: string): string | undefined {
  const matching = Object.keys(rooms).filter((room) => path.startsWith(room));
  return matching.sort((a, b) => b.length - a.length)[0];
}

/** Whether a path, or the name of a package, begins with one of several. */
export function beginsWithAny(path: string, starts: readonly string[]): boolean {
  return starts.some((start) => path.startsWith(start));
}
