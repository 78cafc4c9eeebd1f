// Builds the page of the Console: `vite build --config platform/console/vite.config.mjs`, called by `tools/build-console.mjs`.
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { readEventShapes } from "./event-shapes.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Languages of the page, whose texts of React Aria are kept. */
const languages = ["en-US", "zh-CN"];

/** Leaves out the texts that React Aria has for other languages. */
const otherLanguages = {
  name: "other-languages",
  enforce: "pre",
  load(id) {
    const [, language] =
      /\/react-(?:aria|stately|aria-components)\/.*\/([a-z]{2}-[A-Z]{2})\.m?js$/.exec(id) ?? [];
    if (language === undefined || languages.includes(language)) return null;
    return "export default {};";
  },
};

/** What use-intl compiles messages with, if it is told to do so before they are shipped. */
const { default: compile } = await import(
  pathToFileURL(createRequire(import.meta.resolve("use-intl/core")).resolve("icu-minify/compile")).href
);

/** Compiles the messages in `texts*.ts`, `*-texts.ts`, `en.ts` and `zh.ts`, so that the page needs no parser for them. */
const compiledMessages = {
  name: "compiled-messages",
  enforce: "post",
  transform(code, id) {
    if (!/\/console\/app\/.*\/(?:(?:[\w-]+-)?texts|en|zh)[^/]*\.ts$/.test(id)) return null;
    const found = [];
    visit(this.parse(code), (node) => {
      if (node.type === "Property" && node.value.type === "Literal" && /[{<']/.test(node.value.value ?? ""))
        found.push(node.value);
    });
    let compiled = code;
    for (const { start, end, value } of found.reverse())
      compiled = `${compiled.slice(0, start)}${JSON.stringify(compile(value))}${compiled.slice(end)}`;
    return { code: compiled, map: null };
  },
};

function visit(node, look) {
  if (typeof node !== "object" || node === null) return;
  if (typeof node.type === "string") look(node);
  for (const part of Object.values(node)) visit(part, look);
}

/** The shapes of events and callbacks, as a module that is loaded when somebody wants to see one. */
const eventShapes = {
  name: "event-shapes",
  resolveId: (id) => (id === "virtual:event-shapes" ? id : null),
  load(id) {
    if (id !== "virtual:event-shapes") return null;
    return `export const shapes = JSON.parse(${JSON.stringify(JSON.stringify(readEventShapes(at("../../contracts"))))});`;
  },
};

export default defineConfig({
  root: at("./app"),
  base: "/console/",
  plugins: [otherLanguages, react(), compiledMessages, eventShapes],
  resolve: { alias: { "use-intl/format-message": "use-intl/format-message/format-only" } },
  build: {
    outDir: at("./dist/app"),
    emptyOutDir: true,
    target: "es2023",
    cssTarget: ["chrome123", "firefox128", "safari17.5"],
    // The content security policy allows no `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    // One sheet, whose layers are in one order.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        minify: {
          compress: {
            target: "esnext",
            treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
          },
          mangle: { toplevel: true },
          codegen: { removeWhitespace: true },
        },
        // What every page needs, and what the router needs of the pages; what some pages share; each page with its dialogs; and the command
        // palette.
        codeSplitting: {
          groups: [
            {
              name: "frame",
              test: /node_modules|console\/app\/(?!pages\/|palette\/|health\/|environment-file|texts\/environment-texts)|console\/generated|runtime\/dist|pages\/(?:.*(?:routes|search)\.ts|home\/)/,
              priority: 3,
            },
            { name: "environment", test: /app\/(?:environment-file|texts\/environment-texts)/, priority: 1 },
            {
              name: "connection",
              test: /pages\/webhook\/(?:connection-fault|texts-of-connection)/,
              priority: 1,
            },
            {
              name: "health",
              test: /app\/health\/(?!trouble-notice|redeliver-dialog|texts|credential-names)/,
              priority: 2,
            },
            // Loaded when something is wrong.
            { name: "fault", test: /pages\/webhook\/(?:fault-notice|texts-of-faults)/, priority: 1 },
            { name: "trouble", test: /app\/health\//, priority: 1 },
            { name: "products", test: /pages\/products\//, priority: 1 },
            {
              debugName: "page",
              name: (id) => /\/pages\/([\w-]+)\//.exec(id)?.[1] ?? "palette",
              test: /console\/app\/(?:pages|palette)/,
            },
          ],
        },
      },
    },
  },
});
