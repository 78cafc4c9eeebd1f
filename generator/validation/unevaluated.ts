import { _, type Code, type KeywordCxt, Name } from "ajv";
import { not } from "ajv/dist/compile/codegen/index.js";
import {
  alwaysValidSchema,
  checkStrictMode,
  evaluatedPropsToName,
  mergeEvaluated,
  Type,
} from "ajv/dist/compile/util.js";

/*
 * Ajv counts items that are evaluated, but `contains` evaluates single ones; and it takes what an `if` evaluates
 * for evaluated even where the `if` fails. The code here replaces Ajv's. An item that `contains` matches is noted
 * among the evaluated properties, under a name that no property has.
 */
const noted = (index: Name): Code => _`"item " + ${index}`;

/** `contains` that notes each item it matches; Ajv's own takes an empty list for the one before it in a loop. */
export function containsCode(cxt: KeywordCxt): void {
  const { gen, parentSchema, data, it } = cxt;
  const { minContains: min = 1, maxContains: max } = parentSchema as Record<string, number | undefined>;
  cxt.setParams({ min, max });
  if (max === undefined && min === 0) checkStrictMode(it, '"contains" with "minContains" 0 is ignored');
  if (it.opts.unevaluated === true && it.props !== true && !(it.props instanceof Name))
    it.props = evaluatedPropsToName(gen, it.props);
  const props = it.opts.unevaluated === true ? it.props : undefined;
  const length = gen.const("len", _`${data}.length`);
  const count = gen.let("count", 0);
  gen.forRange("i", 0, length, (index) => {
    const valid = gen.name("_valid");
    cxt.subschema(
      { keyword: "contains", dataProp: index, dataPropType: Type.Num, compositeRule: true },
      valid,
    );
    gen.if(valid, () => {
      gen.code(_`${count}++`);
      if (!(props instanceof Name)) return;
      gen.if(_`${props} !== true`, () => {
        gen.assign(props, _`${props} || {}`);
        gen.assign(_`${props}[${noted(index)}]`, true);
      });
    });
  });
  const enough = _`${count} >= ${min}`;
  cxt.result(max === undefined ? enough : _`${enough} && ${count} <= ${max}`, () => cxt.reset());
}

/** `prefixItems` after which the keywords that follow count for a shorter list, too; after Ajv's own they don't. */
export function prefixItemsCode(cxt: KeywordCxt): void {
  const { gen, data, it } = cxt;
  const schemas = cxt.schema as readonly (boolean | object)[];
  if (it.opts.unevaluated === true && schemas.length > 0 && it.items !== true)
    it.items = mergeEvaluated.items(gen, schemas.length, it.items);
  const length = gen.const("len", _`${data}.length`);
  for (const [index, schema] of schemas.entries()) {
    if (alwaysValidSchema(it, schema)) continue;
    const valid = gen.var("valid", true);
    gen.if(_`${length} > ${index}`, () =>
      cxt.subschema({ keyword: "prefixItems", schemaProp: index, dataProp: index }, valid),
    );
    cxt.ok(valid);
  }
}

/** `unevaluatedItems` for items beyond those counted and besides those noted. */
export function unevaluatedItemsCode(cxt: KeywordCxt): void {
  const { gen, schema, data, it } = cxt;
  const { items, props } = it;
  it.items = true;
  if (items === true || alwaysValidSchema(it, schema as boolean | object)) return;
  const length = gen.const("len", _`${data}.length`);
  const counted = items instanceof Name ? _`${items} === true ? ${length} : ${items} || 0` : _`${items ?? 0}`;
  const from = gen.const("from", counted);
  const valid = gen.var("valid", true);
  cxt.setParams({ len: from });
  gen.forRange("i", from, length, (index) => {
    const isNoted =
      props instanceof Name ? _`${props} && ${props} !== true && ${props}[${noted(index)}]` : _`false`;
    gen.if(not(_`(${isNoted})`), () => {
      if (schema === false) gen.assign(valid, false);
      else cxt.subschema({ keyword: "unevaluatedItems", dataProp: index, dataPropType: Type.Num }, valid);
      if (schema === false || !it.allErrors) gen.if(not(valid), () => gen.break());
    });
  });
  if (schema === false) cxt.pass(valid);
  else cxt.ok(valid);
}

/** `if` that evaluates something only where it holds, with or without branches. */
export function ifCode(cxt: KeywordCxt): void {
  const { gen, parentSchema, it } = cxt;
  if (parentSchema.then === undefined && parentSchema.else === undefined)
    checkStrictMode(it, '"if" without "then" and "else" is ignored');
  const valid = gen.let("valid", true);
  const holds = gen.name("_valid");
  const condition = cxt.subschema(
    { keyword: "if", compositeRule: true, createErrors: false, allErrors: false },
    holds,
  );
  cxt.reset();
  const clause = gen.let("ifClause");
  cxt.setParams({ ifClause: clause });
  const branch = (keyword: "then" | "else") => () => {
    if (keyword === "then") cxt.mergeEvaluated(condition, Name);
    const schema: unknown = parentSchema[keyword];
    if (schema === undefined || alwaysValidSchema(it, schema as boolean | object)) return;
    const branchValid = gen.name("_valid");
    const evaluated = cxt.subschema({ keyword }, branchValid);
    gen.assign(valid, branchValid);
    cxt.mergeValidEvaluated(evaluated, valid);
    gen.assign(clause, _`${keyword}`);
  };
  gen.if(holds, branch("then"), branch("else"));
  cxt.pass(valid, () => cxt.error(true));
}

/**
 * A keyword after which all properties are evaluated: those of an object alone. Ajv forgets what is noted of the
 * items of an array, too.
 */
export function allPropertiesCode(code: (cxt: KeywordCxt) => void): (cxt: KeywordCxt) => void {
  return (cxt) => {
    const { gen, it } = cxt;
    const before = it.props;
    code(cxt);
    if (it.opts.unevaluated !== true) return;
    if (before instanceof Name) gen.assign(before, true);
    it.props = before instanceof Name ? before : gen.var("props", true);
  };
}

/**
 * A keyword with branches. What is evaluated before must be in a variable: Ajv else puts it together with what a
 * branch evaluates inside of that branch, and forgets it where the branch isn't taken.
 */
export function branchingCode(code: (cxt: KeywordCxt) => void): (cxt: KeywordCxt) => void {
  return (cxt) => {
    const { gen, it } = cxt;
    if (it.opts.unevaluated === true) {
      if (it.props !== true && !(it.props instanceof Name)) it.props = evaluatedPropsToName(gen, it.props);
      if (it.items !== true && !(it.items instanceof Name)) it.items = gen.var("items", it.items ?? 0);
    }
    code(cxt);
  };
}
