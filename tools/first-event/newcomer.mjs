/**
 * How fast a person is, in seconds: to read a new page, to decide on a click and make it, to type a character, and to get what was
 * copied into a file or a terminal.
 * @typedef {{ readonly read: number, readonly click: number, readonly character: number, readonly paste: number }} Pace
 */

/**
 * A person at a page: does what one would with the mouse, counts it, and adds the time that it would take. The time that the machine
 * needs is real.
 * @param {import("playwright-core").Page} page
 * @param {Pace} pace
 */
export function newcomer(page, pace) {
  const counts = { pages: 0, clicks: 0, fields: 0, pastes: 0 };
  let human = 0;
  let machine = 0;
  const log = [];
  const take = (seconds, what) => {
    human += seconds;
    log.push(`${(human + machine / 1000).toFixed(1).padStart(6)} s  ${what}`);
  };
  const timed = async (work) => {
    const begin = performance.now();
    const result = await work();
    machine += performance.now() - begin;
    return result;
  };
  return {
    log,
    /** Waits for a page by its heading, and reads it. */
    async arrive(heading) {
      await timed(() => page.getByRole("heading", { level: 1, name: heading }).waitFor());
      counts.pages += 1;
      take(pace.read, `reads the page “${await page.getByRole("heading", { level: 1 }).innerText()}”`);
    },
    /** Presses a button or a link. Playwright refuses to, if it is covered, disabled or missing. */
    async press(name) {
      const target = page.getByRole("button", { name }).or(page.getByRole("link", { name })).first();
      await timed(() => target.click());
      counts.clicks += 1;
      take(pace.click, `presses “${name}”`);
    },
    async type(field, text) {
      const target = page.getByRole("textbox", { name: field });
      await timed(() => target.fill(text));
      counts.fields += 1;
      take(pace.click + text.length * pace.character, `types “${text}”`);
    },
    /** Copies what a button copies; returns it. */
    async copy(name) {
      await this.press(name);
      return page.evaluate(() => navigator.clipboard.readText());
    },
    /** Puts what was copied somewhere. `seconds` are what the command takes that was pasted. */
    async paste(where, { work = async () => {}, seconds = 0 } = {}) {
      await timed(work);
      counts.pastes += 1;
      take(pace.paste + seconds, `pastes it into ${where}`);
    },
    async see(text) {
      await timed(() => page.getByText(text).waitFor());
      take(0, `sees “${text}”`);
    },
    result: () => ({ ...counts, human, machine: machine / 1000, seconds: human + machine / 1000 }),
  };
}
