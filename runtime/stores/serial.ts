/** Runs tasks one after the other, in order of arrival; one that fails doesn't stop the next. */
export function createSerial(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
