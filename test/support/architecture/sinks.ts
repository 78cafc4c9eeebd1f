import ts from "typescript";

/** A function or stream through which text leaves, as it is written: `console`, `process.stdout`, `JSON.stringify`. */
export type Outlet =
  | "console"
  | "process.stdout"
  | "process.stderr"
  | "JSON.stringify"
  | "Code.verbatim"
  | "new Markup";

/** The outlets that a file uses, each once. */
export function findOutlets(source: ts.SourceFile): readonly Outlet[] {
  const found = new Set<Outlet>();
  const visit = (node: ts.Node): void => {
    const outlet = outletAt(node);
    if (outlet !== undefined) found.add(outlet);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

const members: readonly Outlet[] = ["process.stdout", "process.stderr", "JSON.stringify", "Code.verbatim"];

function outletAt(node: ts.Node): Outlet | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const text = `${node.expression.getText()}.${node.name.text}`;
    if (node.expression.getText() === "console") return "console";
    return members.find((each) => each === text);
  }
  if (ts.isNewExpression(node) && node.expression.getText() === "Markup") return "new Markup";
  return undefined;
}

/** Lines on which a file passes `"rendered"` to a function: text that the terminal doesn't escape again. */
export function renderedCalls(source: ts.SourceFile): readonly number[] {
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments.some(isRendered))
      found.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isRendered(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) && node.text === "rendered";
}

/** The parameters of `main` that anything but `safeTerminal` uses: there, output could bypass it. */
export function bypasses(source: ts.SourceFile): readonly string[] {
  const main = source.statements.find(
    (each): each is ts.FunctionDeclaration => ts.isFunctionDeclaration(each) && each.name?.text === "main",
  );
  const terminal = main?.parameters.find(({ type }) => type?.getText() === "Terminal")?.name.getText();
  if (main?.body === undefined || terminal === undefined) return ["no function `main` with a terminal"];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === terminal) {
      const { parent } = node;
      const isSafe = ts.isCallExpression(parent) && parent.expression.getText() === "safeTerminal";
      if (!isSafe) found.push(parent.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(main.body);
  return found;
}
