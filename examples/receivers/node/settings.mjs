import { parseArgs } from "node:util";

const usage = `node receiver.mjs --application ID --environment sandbox|production
  [--organization ID] [--product CODE] [--port 8080] [--probe-port PORT] [--data FILE]
Secrets come from WEBHOOK_SECRET, WEBHOOK_PREVIOUS_SECRET, WEBHOOK_VERIFICATION_TOKEN and WEBHOOK_ENCRYPT_KEY.`;

/** The receiver's configuration, from flags and environment. Ends the process if it is invalid. */
export function readSettings(args, env) {
  const flags = readFlags(args);
  if (flags.help) stop(usage, 0);
  const missing = [
    ...["application", "environment"].filter((flag) => !flags[flag]).map((flag) => `--${flag}`),
    ...["WEBHOOK_SECRET", "WEBHOOK_VERIFICATION_TOKEN"].filter((name) => !env[name]),
  ];
  if (missing.length > 0) stop(`missing: ${missing.join(", ")}\n${usage}`, 2);
  return {
    application: flags.application,
    environment: flags.environment,
    organization: flags.organization,
    product: flags.product,
    port: port(flags.port),
    probePort: flags["probe-port"] === undefined ? undefined : port(flags["probe-port"]),
    data: flags.data,
    secrets: [env.WEBHOOK_SECRET, env.WEBHOOK_PREVIOUS_SECRET].filter(Boolean),
    verificationToken: env.WEBHOOK_VERIFICATION_TOKEN,
    encryptKey: env.WEBHOOK_ENCRYPT_KEY || undefined,
  };
}

function readFlags(args) {
  const text = { type: "string" };
  const options = {
    help: { type: "boolean" },
    application: text,
    environment: text,
    organization: text,
    product: text,
    port: { ...text, default: "8080" },
    "probe-port": text,
    data: text,
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    return stop(`${error.message}\n${usage}`, 2);
  }
}

function port(text) {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65536) return Number(text);
  return stop(`no port: ${text}`, 2);
}

function stop(message, status) {
  console.error(message);
  process.exit(status);
}
