// Writes docs/reference/receivers.md from docs/reference/receivers.json. Usage: node tools/receivers/write.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { receiversPage } from "./page.mjs";

const folder = new URL("../../docs/reference/", import.meta.url);
const receivers = JSON.parse(readFileSync(new URL("receivers.json", folder), "utf8"));
writeFileSync(new URL("receivers.md", folder), receiversPage(receivers));
