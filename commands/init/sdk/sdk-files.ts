import { createRenderer, type TemplateView } from "../../../generator/render/template.js";
import { type Code, code, empty } from "../../../reader/text/code/code.js";
import { packageSpecifier } from "../../../reader/text/code/identifier.js";
import { literal } from "../../../reader/text/code/literal.js";
import { markdownCode, markdownText } from "../../../reader/text/code/markdown.js";
import { json } from "../../../reader/text/json.js";
import { readRanges } from "../package-json.js";
import { readTemplates, templateFiles, workflows } from "../templates.js";
import type { ProjectFile } from "../write-project.js";
import type { FirstCall } from "./first-call.js";

/** What a package of generated code is about. */
export interface SdkProject {
  /** Of the package. */
  readonly name: string;
  /** Where `oipkit update` takes the contract from; absent if it is written in the project. */
  readonly source: string | undefined;
  /** Absent if the contract has no operation that can be called. */
  readonly call: FirstCall | undefined;
  /** Of the contract. */
  readonly title: string;
  /** Whether the contract has events with a webhook protocol. */
  readonly hasEvents: boolean;
  /** Paths of generated files. */
  readonly generated: readonly string[];
}

const aboutCalls = ["examples/first-call.ts", "test/first-call.test.ts", "test/mock.ts"];

/** The files of a package beside the contract and what is generated from it. */
export async function sdkFiles(project: SdkProject): Promise<ProjectFile[]> {
  const templates = await readTemplates(["package", "sdk"]);
  const view = makeView(project);
  const files = templateFiles(templates, {
    renamed: workflows,
    render: createRenderer(templates),
    view: () => view,
  });
  const wanted = project.call === undefined ? files.filter(({ path }) => !aboutCalls.includes(path)) : files;
  return [...wanted, { path: "package.json", text: await packageJson(project) }];
}

function makeView({ name, source, call, title, hasEvents }: SdkProject): TemplateView {
  const specifier = packageSpecifier(name);
  return {
    contract: false,
    title: markdownText(title),
    packageName: specifier,
    ownFiles: literal(`${name}/*.js`),
    ownName: literal(name),
    call: call !== undefined,
    program: call === undefined ? empty : program(name, call),
    variables: (call?.variables ?? []).map((variable) => ({ name: literal(variable) })),
    events: hasEvents,
    taken: source !== undefined,
    source: literal(source ?? ""),
    sourceCode: markdownCode(source ?? ""),
  };
}

function program(name: string, call: FirstCall): Code {
  return code`import { createClient } from ${literal(`${name}/${call.api}/client.js`)};

${call.program}`;
}

/** A program without quotation marks that a shell would take. */
const copyOthers = "fs.cpSync('src', 'dist', { recursive: true, filter: (path) => !path.endsWith('.ts') })";

/** The manifest of a package that others install: what is compiled, its sources, and the contract. */
async function packageJson({ name, hasEvents, generated }: SdkProject): Promise<string> {
  const at = (path: string) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` });
  const manifest = {
    name,
    version: "0.1.0",
    type: "module",
    engines: { node: "^20.19.0 || ^22.12.0 || >=24.0.0" },
    exports: {
      ...(generated.includes("index.ts") && { ".": at("index") }),
      "./validators/support.js": null,
      "./validators/*.definitions.js": null,
      "./*.js": at("*"),
      "./*.json": "./dist/*.json",
      "./package.json": "./package.json",
    },
    files: ["dist", "src", "contracts", "CHANGELOG.md"],
    sideEffects: false,
    scripts: {
      generate: "oipkit generate",
      update: "oipkit update",
      check: "tsc && oipkit generate --check",
      // What isn't compiled, such as the fixtures of a conformance suite, is found beside what is.
      build: `tsc -p tsconfig.build.json && node -e "${copyOthers}"`,
      test: "vitest run",
      prepack: "npm run build",
    },
    dependencies: await readRanges(["@oipkit/runtime"]),
    devDependencies: await readRanges(["@types/node", "oipkit", "typescript", "vitest"]),
    // The suite that it contains runs by `oipkit/conform`.
    ...(hasEvents && {
      peerDependencies: { oipkit: "0.x" },
      peerDependenciesMeta: { oipkit: { optional: true } },
    }),
    publishConfig: { access: "public" },
  };
  return `${json(manifest, 2)}\n`;
}
