import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { programOutput } from "../run.js";

const schema = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (content: object): object => ({ "application/json": { schema: content } });

const contract = {
  openapi: "3.1.0",
  info: { title: "Shelf", version: "1.0.0" },
  servers: [{ url: "https://shelf.example/v1" }],
  paths: {
    "/books": {
      get: {
        operationId: "listBooks",
        summary: "Lists books.",
        parameters: [{ name: "limit", in: "query", schema: { type: "integer", minimum: 1 } }],
        responses: {
          "200": { description: "Books.", content: json({ type: "array", items: schema("Book") }) },
        },
      },
    },
    // Each kind of code that a client may have: several media types, bytes, forms, headers, integers of 64 bits, pages.
    "/covers/{id}": {
      get: {
        operationId: "readCover",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer", format: "int64" } },
        ],
        responses: {
          "200": {
            description: "A cover.",
            headers: { "X-Width": { schema: { type: "integer" } } },
            content: {
              ...json({ type: "object", properties: { size: { type: "integer", format: "int64" } } }),
              "image/png": {},
            },
          },
        },
      },
      put: {
        operationId: "writeCover",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          {
            name: "fit",
            in: "query",
            schema: { type: "object", properties: { width: { type: "integer" } } },
            style: "deepObject",
          },
        ],
        requestBody: {
          required: true,
          content: {
            "image/png": {},
            "multipart/form-data": {
              schema: { type: "object", properties: { file: { type: "string" }, note: { type: "string" } } },
            },
          },
        },
        responses: { "204": { description: "Written." } },
      },
    },
    "/pages": {
      get: {
        operationId: "listPages",
        parameters: [{ name: "after", in: "query", schema: { type: "string" } }],
        "x-pagination": { kind: "cursor", items: "/items", cursor: "/next", parameter: "after" },
        responses: {
          "200": {
            description: "Pages.",
            content: json({
              type: "object",
              properties: { items: { type: "array", items: schema("Book") }, next: { type: "string" } },
            }),
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Book: {
        type: "object",
        required: ["id", "title"],
        properties: { id: { type: "string" }, title: { type: "string", pattern: "^[^\\s]" } },
      },
    },
  },
};

const label = {
  title: "Label",
  type: "object",
  required: ["text"],
  properties: { text: { type: "string", minLength: 1 } },
};

/** What `run` of the program returns. */
export const expected = "Emma contract-violation true false";

/** How the imports of a project's own files end, as `--import-extension` names it. */
type End = "js" | "ts" | "none";

const program = (end: string): string => `
import { createClient } from "./generated/shelf/client${end}";
import type { Book } from "./generated/shelf/types${end}";
import { validation } from "./generated/shelf/validation${end}";
import { isLabel } from "./generated/validators/index${end}";

/** Asks twice; the contract allows the first answer alone. */
export async function run(): Promise<string> {
  const answers: unknown[] = [[{ id: "b1", title: "Emma" }], [{ id: 1 }]];
  const { operations } = createClient({ validation, fetch: async () => Response.json(answers.shift()) });
  const [book]: readonly Book[] = await operations.listBooks().unwrap();
  const refused = await operations.listBooks().then(
    () => "accepted",
    (error: unknown) => (error as { code: string }).code,
  );
  return [book?.title, refused, isLabel({ text: "a" }), isLabel({ text: "" })].join(" ");
}
`;

const main = (end: string): string =>
  `import { run } from "./program${end}";\n\nrun().then((text) => console.log(text));\n`;

/** An ordinary configuration of TypeScript. */
const ordinary = {
  compilerOptions: {
    target: "ES2022",
    module: "NodeNext",
    strict: true,
    isolatedModules: true,
    skipLibCheck: true,
    types: ["node"],
  },
  include: ["src"],
};

/** Every option of TypeScript that asks more of a file than `strict` does. */
const strict = {
  compilerOptions: {
    ...ordinary.compilerOptions,
    lib: ["ES2023", "DOM"],
    rootDir: "src",
    outDir: "dist",
    declaration: true,
    isolatedDeclarations: true,
    erasableSyntaxOnly: true,
    exactOptionalPropertyTypes: true,
    noFallthroughCasesInSwitch: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noPropertyAccessFromIndexSignature: true,
    noUncheckedIndexedAccess: true,
    noUncheckedSideEffectImports: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
  },
  include: ["src"],
};

/** Writes a project with a contract, what the installed `oipkit generate` makes of it, and a program that uses it. */
export async function writeConsumer(folder: string, end: End, flags: readonly string[] = []): Promise<void> {
  const suffix = { js: ".js", ts: ".ts", none: "" }[end];
  const files = {
    "package.json": JSON.stringify({ private: true, type: "module" }),
    "contracts/shelf.openapi.yaml": stringify(contract),
    "contracts/label.schema.json": JSON.stringify(label),
    "tsconfig.json": JSON.stringify(ordinary),
    "tsconfig.strict.json": JSON.stringify(strict),
    "src/program.ts": program(suffix),
    "src/main.ts": main(suffix),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const extension = end === "js" ? [] : ["--import-extension", end];
  const args = ["--no-install", "oipkit", "generate", "--out", "src/generated", ...extension, ...flags];
  await programOutput("npx", args, { cwd: folder });
}
