import { createSender } from "./sender.mjs";

const port = Number(process.argv[2] ?? 8090);

createSender().server.listen(port, "127.0.0.1", function listening() {
  console.log(`http://127.0.0.1:${this.address().port}/control`);
});
