import { parameterSchema } from "../../contract/api-contract.js";
import { withParameter } from "../../request/call-arguments.js";
import { itemName, listItems } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { applied } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";
import { type FilterReading, filterReading, isSelected } from "./filter-readings.js";
import { filteredLists, filterWishes, wishText } from "./filter-values.js";
import { listCall } from "./list-call.js";
import { pageParameters } from "./page-parameters.js";
import { type ListedItem, plainName, type ReadList, readList } from "./read-lists.js";
import type { ListSearch } from "./searches.js";
import { type VariedList, variedList } from "./varied-items.js";

/** Filters still hold beside other parameters. */
export const filtersTogether: ApiCheck = {
  name: "filters-together",
  rule: "A filter selects the same items beside another filter, in another order, on pages of any size and on each of them; a total counts what it selects.",
  *cases(context) {
    for (const search of filteredLists(context))
      yield mustCase(`filters-together/${search.list.id}/${search.parameter.name}`, (trial, own) =>
        combine(trial, search, own),
      );
  },
};

/** A filter with a value. */
interface Wish {
  readonly reading: FilterReading;
  readonly wanted: unknown;
}

/** A filtered list, and what it is compared with. */
interface Combination {
  readonly varied: VariedList;
  readonly wish: Wish;
  readonly alone: ReadList;
  readonly text: string;
}

async function combine(trial: Trial, search: ListSearch, context: CheckContext): Promise<void> {
  const { resource, list, parameter } = search;
  const varied = await variedList(trial, search, context);
  const { parents } = varied;
  const whole = await readList(trial, { resource, list, parents }, context);
  const items = [...whole.items.values()];
  const reading = filterReading(parameter, items, context.contract);
  if (reading === undefined) return untried(`needs items with a member that \`${parameter.name}\` is about`);
  const readings = list.declared.parameters.flatMap(
    (each) => filterReading(each, items, context.contract) ?? [],
  );
  const wish = usualWish(reading, items, context);
  if (wish === undefined) return untried(`needs items that \`${parameter.name}\` tells apart`);
  const alone = await withWishes(trial, varied, { wishes: [wish], context });
  const text = `${list.id} with \`${parameter.name}\` ${wishText(wish.wanted)}`;
  const combination = { varied, wish, alone, text };
  if (alone.total !== undefined && alone.total !== new Set(alone.names).size)
    violated(
      `the server says that ${text} has ${alone.total} items, and its pages have ${alone.names.length}`,
    );
  await inPages(trial, combination, context);
  await inOrders(trial, combination, context);
  for (const other of readings)
    if (other.parameter.name > parameter.name)
      await together(trial, { ...combination, other, items }, context);
}

/** A value by which a filter selects some of the items, though not all: about half of them. */
function usualWish(
  reading: FilterReading,
  items: readonly ListedItem[],
  context: CheckContext,
): Wish | undefined {
  const counted = filterWishes(reading, items, context)
    .map((wanted) => ({
      wanted,
      count: items.filter((item) => isSelected(reading, item, wanted) === true).length,
    }))
    .filter(({ count }) => count > 0 && count < items.length)
    .sort((a, b) => Math.abs(items.length / 2 - a.count) - Math.abs(items.length / 2 - b.count));
  const [best] = counted;
  return best && { reading, wanted: best.wanted };
}

interface Wishes {
  readonly wishes: readonly Wish[];
  readonly context: CheckContext;
  readonly size?: number;
  readonly further?: readonly [ListSearch["parameter"], unknown];
}

function withWishes(
  trial: Trial,
  { resource, list, parents }: VariedList,
  { wishes, context, size, further }: Wishes,
): Promise<ReadList> {
  return readList(
    trial,
    {
      resource,
      list,
      parents,
      ...(size !== undefined && { size }),
      selected: (call) => {
        const asked = further === undefined ? call : withParameter(call, ...further);
        return wishes.reduce(
          (sum, { reading, wanted }) => withParameter(sum, reading.parameter, wanted),
          asked,
        );
      },
    },
    context,
  );
}

/** Pages that a selection is read in. */
const mostPages = 8;

/** The same in pages of another size, and without a size. */
async function inPages(
  trial: Trial,
  { varied, wish, alone, text }: Combination,
  context: CheckContext,
): Promise<void> {
  const { resource, list, parents } = varied;
  const { size } = pageParameters(list);
  if (size === undefined || alone.names.length < 2) return;
  const part = Math.ceil(alone.names.length / mostPages);
  const paged = await withWishes(trial, varied, { wishes: [wish], context, size: part });
  const difference = listDifference(alone, paged);
  if (difference !== undefined)
    violated(`the server answers ${text} in pages of ${part} ${difference}, and otherwise not`);
  if (alone.names.join(" ") !== paged.names.join(" "))
    violated(`the server answers ${text} in pages of ${part} in another order than in larger ones`, {
      level: "should",
    });
  const isShort = paged.pages.some((count, index) => count < part && index < paged.pages.length - 2);
  if (isShort)
    violated(`the server answers ${text} in pages of ${part}, of which one has fewer though others follow`, {
      level: "should",
    });
  const plain = await listCall(trial, { resource, list, names: parents }, context);
  const single = withParameter(withParameter(plain, size, 1), wish.reading.parameter, wish.wanted);
  const [only] = listItems((await trial.call(list, single)).value) ?? [];
  const lone = itemName(only, varied.resource);
  if (lone !== undefined && !alone.items.has(String(lone)))
    violated(`the server answers ${text} and \`${size.name}\` 1 with the item ${lone}, and otherwise not`);
  const first = await trial.call(list, withParameter(plain, wish.reading.parameter, wish.wanted));
  const shown = (listItems(first.value) ?? []).flatMap((item) => itemName(item, varied.resource) ?? []);
  const wrong = shown.map(String).find((name) => !alone.items.has(name));
  if (wrong !== undefined)
    violated(
      `the server answers ${text} and without \`${size.name}\` with the item ${wrong}, and otherwise not`,
    );
}

/** The same in each order that the contract declares. */
async function inOrders(
  trial: Trial,
  { varied, wish, alone, text }: Combination,
  context: CheckContext,
): Promise<void> {
  const order = varied.list.declared.parameters.find(
    ({ name, in: where }) => where === "query" && /^(?:sort|order|orderby|sortby)$/.test(plainName(name)),
  );
  const node = order && context.contract.requestNode(parameterSchema(order));
  if (order === undefined || node === undefined) return;
  const [value] = applied(node, undefined).flatMap((each) => each.enum ?? []);
  if (value === undefined) return;
  const sorted = await withWishes(trial, varied, { wishes: [wish], context, further: [order, value] });
  const difference = listDifference(alone, sorted);
  if (difference !== undefined)
    violated(
      `the server answers ${text} and \`${order.name}\` ${String(value)} ${difference}, and otherwise not`,
    );
}

/** Both filters select what each of them selects. */
async function together(
  trial: Trial,
  {
    varied,
    wish,
    alone,
    text,
    other,
    items,
  }: Combination & { readonly other: FilterReading; readonly items: readonly ListedItem[] },
  context: CheckContext,
): Promise<void> {
  const wanted = tellingWish(other, { wish, items }, context);
  if (wanted === undefined) return;
  const second = { reading: other, wanted };
  const theirs = await withWishes(trial, varied, { wishes: [second], context });
  const both = await withWishes(trial, varied, { wishes: [wish, second], context });
  const common = alone.names.filter((name) => theirs.items.has(name));
  const label = `${text} and \`${other.parameter.name}\` ${wishText(wanted)}`;
  const extra = both.names.find((name) => !common.includes(name));
  if (extra !== undefined)
    violated(`the server answers ${label} with the item ${extra}, which one of both alone doesn't select`);
  const lost = common.find((name) => !both.items.has(name));
  if (lost !== undefined)
    violated(`the server answers ${label} without the item ${lost}, which each of both alone selects`);
  if (both.total !== undefined && both.total !== new Set(both.names).size)
    violated(
      `the server says that ${label} has ${both.total} items, and its pages have ${both.names.length}`,
    );
}

/** A value of another filter, such that some items match only one of both, and some match both. */
function tellingWish(
  other: FilterReading,
  { wish, items }: { readonly wish: Wish; readonly items: readonly ListedItem[] },
  context: CheckContext,
): unknown {
  const score = (wanted: unknown): number => {
    const kinds = items.map((item) => {
      const [one, two] = [isSelected(wish.reading, item, wish.wanted), isSelected(other, item, wanted)];
      return one === undefined || two === undefined ? "" : `${one} ${two}`;
    });
    return ["true true", "true false", "false true"].filter((kind) => kinds.includes(kind)).length;
  };
  const [best] = filterWishes(other, items, context)
    .map((wanted) => ({ wanted, score: score(wanted) }))
    .filter((each) => each.score > 1)
    .sort((a, b) => b.score - a.score);
  return best?.wanted;
}

/** How two readings of one list differ, in words; `undefined` if they have the same items, each once. */
export function listDifference(one: ReadList, other: ReadList): string | undefined {
  const extra = other.names.find((name) => !one.items.has(name));
  if (extra !== undefined) return `with the item ${extra}`;
  const lost = one.names.find((name) => !other.items.has(name));
  if (lost !== undefined) return `without the item ${lost}`;
  const again = other.names.find((name, index) => other.names.indexOf(name) !== index);
  return again === undefined ? undefined : `with the item ${again} twice`;
}
