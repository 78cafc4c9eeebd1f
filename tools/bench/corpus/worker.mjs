// Answers each message with what the function in the module named by the first argument makes of it.
const { default: answer } = await import(process.argv[2] ?? "");

process.on("message", async (task) => {
  process.send?.(await answer(task));
});
process.on("disconnect", () => process.exit());
