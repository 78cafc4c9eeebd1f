import type { Step } from "../step.js";
import { literalOf } from "./literal.js";
import { statementName } from "./statement-name.js";

/** What a script needs of a client. */
export interface ScriptClient {
  query(text: string): Promise<unknown>;
}

const noWait = "set_config('synchronous_commit', 'off', true)";
const prepared = new WeakMap<ScriptClient, Set<string>>();

/**
 * Statements as one text with their values, which PostgreSQL runs in one transaction and a client sends at once: with parameters, each
 * statement is a round trip. The first result is that of a setting.
 */
export function scriptOf(steps: readonly Step[]): string {
  return [`select ${noWait}`, ...steps.map(inlined)].join(";\n");
}

/** The same, where statements that come again keep their plans: to plan them takes a third of the time that they take. */
export async function preparedScriptOf(client: ScriptClient, steps: readonly Step[]): Promise<string> {
  const texts: string[] = [];
  for (const step of steps) {
    const name = await prepare(client, step);
    texts.push(name === undefined ? inlined(step) : `execute ${name}(${step.parameters.map(literalOf)})`);
  }
  // Otherwise, a plan that is made while a table is small reads all of it for as long as it is kept.
  return [`select ${noWait}, set_config('enable_seqscan', 'off', true)`, ...texts].join(";\n");
}

function inlined({ sql, parameters }: Step): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => literalOf(parameters[Number(number) - 1]));
}

/** The name of a statement that the connection knows; `undefined` if it doesn't get any. */
async function prepare(client: ScriptClient, { sql, parameters }: Step): Promise<string | undefined> {
  const plain = parameters.length === 0 ? undefined : statementName(sql);
  if (plain === undefined) return undefined;
  // The client may know the same text under the plain name.
  const name = `${plain}_script`;
  const known = prepared.get(client) ?? new Set();
  prepared.set(client, known);
  if (!known.has(name)) await client.query(`prepare ${name} as ${sql}`);
  known.add(name);
  return name;
}
