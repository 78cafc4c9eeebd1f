// Plays a newcomer with the Console, from the sign-in to the first event that an own receiver has stored, by pressing what one sees and
// without reading documentation. Prints each step, the clicks, fields and pages, and the time: what the machine needed, and what a
// person of the given pace would add. Exits with 1 if that is more than `--limit` seconds (default: 180), with 2 if a step fails.
// Needs a build and Chromium (see CONTRIBUTING.md).
//
//   node tools/first-event.mjs [--read 6] [--click 3] [--character 0.25] [--paste 6] [--install 20] [--limit 180] [--pictures DIR]
import { mkdirSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createJiti } from "jiti";
import { newcomer } from "./first-event/newcomer.mjs";
import { start } from "./first-hour/steps.mjs";

const repository = fileURLToPath(new URL("..", import.meta.url));
const seconds = (value) => ({ type: "string", default: String(value) });
const { values } = parseArgs({
  options: {
    read: seconds(6),
    click: seconds(3),
    character: seconds(0.25),
    paste: seconds(6),
    install: seconds(20),
    limit: seconds(180),
    pictures: { type: "string" },
  },
});
const { read, click, character, paste, install, limit } = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
);
if (values.pictures !== undefined) mkdirSync(values.pictures, { recursive: true });

const { startChromium } = await createJiti(import.meta.url).import("../test/support/services/chromium.ts");
const folder = await mkdtemp(join(tmpdir(), "oipkit-first-event-"));
const running = [];
const { browser, close } = await startChromium();
try {
  const { log, result } = await play();
  const { human, machine, seconds: all, pages, clicks, fields, pastes } = result();
  console.log(log.join("\n"));
  console.log(`${clicks} clicks, ${fields} field, ${pages} pages, ${pastes} pastes`);
  console.log(
    `${all.toFixed(0)} s of at most ${limit}: ${human.toFixed(0)} s of a person, ${machine.toFixed(1)} s of the machine`,
  );
  if (all > limit) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  for (const program of running) await program.stop();
  await close();
  await rm(folder, { recursive: true, force: true });
}

async function play() {
  // As if they were installed: what npm takes for that is `--install`.
  await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
  const sandbox = start(folder, ["node", join(repository, "dist/cli/index.js"), "sandbox", "--port", "0"]);
  running.push(sandbox);
  const announced = /Console on (\S+),/;
  const [, origin] = announced.exec(await sandbox.until(announced));
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const person = newcomer(page, { read, click, character, paste });
  let picture = 0;
  const look = async () => {
    picture += 1;
    if (values.pictures !== undefined)
      await page.screenshot({ path: join(values.pictures, `${picture}.png`), fullPage: true });
  };
  await page.goto(origin);
  await person.arrive(/Sign in/);
  await person.press("Sign in");
  await person.arrive(/^Sign in$/);
  await person.press("Sign in");
  await person.arrive("Applications");
  await look();
  await person.press("Create application");
  await person.arrive("Create an application");
  await person.type("Name", "My first application");
  await person.press("Create application");
  await person.arrive(/was created/);
  await person.press("Next: receive your first event");
  await person.arrive("Getting started");
  await look();
  await person.press("Create credentials");
  const environment = await person.copy("Copy .env");
  await person.paste(".env", { work: () => writeFile(join(folder, ".env"), environment) });
  await person.copy("Copy Install");
  await person.paste("the terminal", { seconds: install });
  const port = await freePort();
  const code = await person.copy("Copy receiver.mjs");
  const file = join(folder, "receiver.mjs");
  await person.paste("receiver.mjs", { work: () => writeFile(file, code.replace("8080", String(port))) });
  const command = await person.copy("Copy Start");
  await person.paste("the terminal", {
    async work() {
      running.push(start(folder, command.trim().split(" ")));
      await listens(port);
    },
  });
  await person.press("Request access to Commerce");
  await person.press("Submit request");
  // Another port than the one that is there, which may be taken on this machine.
  await page.getByRole("textbox", { name: "URL of your receiver" }).fill(`http://127.0.0.1:${port}/webhook`);
  await person.press("Test and save");
  await person.see("Connected to");
  await person.press("Start a subscription");
  await person.see("Your receiver has the event");
  await look();
  return person;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until something answers on a port, at most 20 seconds. */
async function listens(port) {
  const until = Date.now() + 20_000;
  while (Date.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the receiver doesn't listen");
}
