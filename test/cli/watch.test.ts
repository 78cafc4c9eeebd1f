import { mkdir, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { api, brokenYaml, project, thing } from "../support/cli/small-contracts.js";
import { watchCommand } from "../support/cli/watched-command.js";
import { writeTree } from "../support/generator/emit/contract-folder.js";
import { snapshot } from "../support/generator/write/output-folder.js";

const waiting = /watching for changes/;
const schema = "contracts/schemas/thing.schema.yaml";
const withSize = thing.replace("id:", "size:");

/** Saves as many editors do: writes a new file, then renames it over the old one. */
async function saveByRename(path: string, text: string): Promise<void> {
  await writeFile(`${path}~`, text);
  await rename(`${path}~`, path);
}

describe("oipkit generate --watch", () => {
  test("generates at once and on each save, prints the changes, and exits with 0", async () => {
    const cwd = await project();
    await using watching = watchCommand(cwd, "generate", "--watch");
    expect(await watching.until(waiting)).toContain("added generated/schemas.ts");
    await writeFile(join(cwd, schema), withSize);
    const printed = await watching.until(waiting);
    expect(printed).toContain("changed generated/schemas.ts");
    expect(printed).not.toContain("things/client.ts");
    expect(await readFile(join(cwd, "generated/schemas.ts"), "utf8")).toContain("size?: string");
    expect(await watching.end()).toBe(0);
  });

  test("survives a broken save: prints the finding, leaves the output, and recovers", async () => {
    const cwd = await project();
    await using watching = watchCommand(cwd, "generate", "--watch");
    await watching.until(waiting);
    const before = await snapshot(join(cwd, "generated"));
    await writeFile(join(cwd, schema), brokenYaml);
    expect(await watching.until(waiting)).toMatch(/thing\.schema\.yaml:\d+:\d+ error yaml-syntax/);
    expect(await snapshot(join(cwd, "generated"))).toEqual(before);
    await writeFile(join(cwd, schema), withSize);
    expect(await watching.until(waiting)).toContain("changed generated/schemas.ts");
    expect(await watching.end()).toBe(0);
  });

  test("notices repeated saves by rename, of a folder and of a single document", async () => {
    const cwd = await project();
    await using folder = watchCommand(cwd, "generate", "--watch", "--out", "a");
    await using single = watchCommand(
      cwd,
      ...["generate", "--watch", "--contracts", "contracts/things.openapi.yaml", "--out", "b"],
    );
    await Promise.all([folder.until(waiting), single.until(waiting)]);
    for (const name of ["readThings", "findThings"]) {
      await saveByRename(join(cwd, "contracts/things.openapi.yaml"), api.replace("listThings", name));
      await Promise.all([
        folder.until(/changed a\/things\/client\.ts/),
        single.until(/changed b\/things\/client\.ts/),
      ]);
      expect(await readFile(join(cwd, "a/things/client.ts"), "utf8")).toContain(`function ${name}(`);
      await Promise.all([folder.until(waiting), single.until(waiting)]);
    }
  });

  test("notices added and removed contracts", async () => {
    const cwd = await project();
    await using watching = watchCommand(cwd, "generate", "--watch");
    await watching.until(waiting);
    await writeTree(cwd, { "contracts/schemas/deep/part.schema.yaml": thing });
    await watching.until(/added generated\/validators\/part\.ts/);
    await unlink(join(cwd, "contracts/schemas/deep/part.schema.yaml"));
    await watching.until(/removed generated\/validators\/part\.ts/);
  });

  test("reruns a plugin when it or a file that it imports changes, and survives its errors", async () => {
    const plugin = `import { text } from "./text.js";
export default { name: "notes", emit: () => [{ path: "a.txt", text }] };
`;
    const cwd = await project({
      "oipkit.config.yaml": "plugins: [./plugins/notes.ts]\n",
      "plugins/notes.ts": plugin,
      "plugins/text.ts": 'export const text: string = "one";\n',
    });
    const notes = (): Promise<string> => readFile(join(cwd, "generated/notes/a.txt"), "utf8");
    await using watching = watchCommand(cwd, "generate", "--watch");
    expect(await watching.until(waiting)).toContain("added generated/notes/a.txt");
    await writeFile(join(cwd, "plugins/text.ts"), 'export const text: string = "two";\n');
    expect(await watching.until(waiting)).toContain("changed generated/notes/a.txt");
    expect(await notes()).toBe("two");
    await writeFile(join(cwd, "plugins/notes.ts"), plugin.replace("[{", "[{ nothing: nothing() }, {"));
    expect(await watching.until(waiting)).toContain("emit threw ReferenceError");
    expect(await notes()).toBe("two");
    await writeFile(join(cwd, "plugins/notes.ts"), plugin.replace("text }]", 'text: text + "!" }]'));
    expect(await watching.until(waiting)).toContain("changed generated/notes/a.txt");
    expect(await notes()).toBe("two!");
  });

  test("waits for a folder of contracts that doesn't exist yet", async () => {
    const cwd = await project();
    await using watching = watchCommand(cwd, "generate", "--watch", "--contracts", "later");
    expect(await watching.until(waiting)).toContain("later: there is no such file or folder");
    await mkdir(join(cwd, "later"));
    await writeFile(join(cwd, "later/thing.schema.yaml"), thing);
    await watching.until(/added generated\/schemas\.ts/);
  });

  test("watches templates and referenced files", async () => {
    const cwd = await project({
      "ours/schemas.ts.hbs": "{{header}}\n// one\n{{types}}\n",
      "shared/size.schema.yaml": thing,
      "contracts/box.schema.yaml": `${thing}  size:\n    $ref: ../shared/size.schema.yaml\n`,
    });
    await using watching = watchCommand(
      cwd,
      ...["generate", "--watch", "--templates", "ours", "--allow-refs-to", "shared"],
    );
    await watching.until(waiting);
    await writeFile(join(cwd, "ours/schemas.ts.hbs"), "{{header}}\n// two\n{{types}}\n");
    await watching.until(/changed generated\/schemas\.ts/);
    await watching.until(waiting);
    await writeFile(join(cwd, "shared/size.schema.yaml"), withSize);
    await watching.until(/changed generated\/schemas\.ts/);
    expect(await readFile(join(cwd, "generated/schemas.ts"), "utf8")).toContain("size?: string");
  });

  test("runs once for a burst of saves, and not again without a change", async () => {
    const cwd = await project();
    await using watching = watchCommand(cwd, "generate", "--watch");
    await watching.until(waiting);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        writeTree(cwd, { [`contracts/many/s${index}.schema.yaml`]: thing }),
      ),
    );
    await watching.until(/added generated\/validators\/s19\.ts/);
    await watching.until(waiting);
    await rm(join(cwd, "contracts/many"), { recursive: true });
    await watching.until(/removed generated\/validators\/s19\.ts/);
    await watching.end();
    const runs = watching.text().match(/files, \d+ changed/g) ?? [];
    expect(runs.length).toBeGreaterThanOrEqual(3);
    expect(runs.length).toBeLessThan(12);
  });

  test("exits with 0 if it is interrupted before the first run", async () => {
    const cwd = await project();
    const watching = watchCommand(cwd, "generate", "--watch");
    expect(await watching.end()).toBe(0);
  });
});
