// Starts, kills and restarts the engine's process, and keeps count of what it has published.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("engine-process.mjs", import.meta.url));

export function createEngineProcess(config) {
  let child;
  let target = 0;
  const seen = { published: 0, repeated: 0, failedPublications: 0, storeFailures: 0, unexpected: [] };
  const pauseMs = config.publishPauseMs;

  const start = async () => {
    child = fork(program, { env: { PATH: process.env.PATH, OUTAGES_CONFIG: JSON.stringify(config) } });
    const own = child;
    let counted = 0;
    own.on("message", (message) => {
      if (message.kind === "unpublished") seen.failedPublications++;
      if (message.kind !== "published") return;
      seen.published = Math.max(seen.published, message.end);
      seen.repeated += message.repeated;
      seen.storeFailures += message.failures - counted;
      counted = message.failures;
    });
    own.on("exit", (code) => {
      if (code === 0 || code === null) return;
      seen.unexpected.push(`the engine exited with ${code}`);
      if (child === own) child = undefined;
    });
    await once(own, "message");
    if (seen.published < target) publish(target);
  };
  const publish = (end) => {
    target = end;
    child?.send({ kind: "publish", first: seen.published, end, pauseMs });
  };
  return {
    seen,
    start,
    publish,
    async kill() {
      if (child === undefined) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      if (child?.connected !== true) return;
      const ended = once(child, "exit");
      child.send({ kind: "stop" });
      await ended;
    },
    end: () => child?.kill("SIGKILL"),
  };
}
