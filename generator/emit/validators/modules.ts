import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Absent } from "../../../reader/documents/in-direction.js";
import { type Place, placeKey } from "../../../reader/documents/place.js";
import { stem } from "../../../reader/documents/schema-names.js";
import type { Source } from "../../../reader/model/model.js";
import { fileStem, Names, pascalCase } from "../../../reader/model/names.js";
import { compare, placeSource } from "../../../reader/model/schemas.js";
import { isFastPattern } from "../../../reader/patterns/compile-pattern.js";
import {
  type LinearProgram,
  linearProgram,
  type PatternMatching,
} from "../../../reader/patterns/linear-program.js";
import { type Code, code, indent, join } from "../../../reader/text/code/code.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { literal } from "../../../reader/text/code/literal.js";
import { definitionCode } from "../../../reader/validation/code/definition-code.js";
import { ModuleContext } from "../../../reader/validation/code/module-context.js";
import { asDraft202012, translatedPlace } from "../../../reader/validation/dialects/openapi30.js";
import { ContractNodes } from "../../../reader/validation/nodes/contract-nodes.js";
import { markSecrets } from "../../../reader/validation/nodes/definitions.js";
import {
  type Definition,
  reachableDefinitions,
  type ValueFormat,
} from "../../../reader/validation/nodes/node.js";
import type { EmitInput } from "../emit-input.js";
import { DirectedSchemas } from "./directed-schemas.js";

/** Where a definition is in `validators/`: its module, and its name, which no other definition has. */
interface Home {
  readonly module: string;
  readonly name: string;
}

/** The code of a module. */
interface ModuleCode {
  /** The `import` lines; empty if there are none. */
  readonly imports: Code;
  /** Constants, predicates and schemas; empty if the module has no definition of its own. */
  readonly body: Code;
  /** The contracts that it is generated from. */
  readonly sources: readonly Source[];
}

/**
 * Which module of `validators/` holds which schema. Each schema is in one module, from which all others import it:
 * that of its file or message, or else the one for the other schemas of its document.
 */
export class ValidatorModules {
  readonly #contracts: Contracts;
  readonly #nodes: ContractNodes;
  readonly #directions = new Map<Absent, DirectedSchemas>();
  readonly #homes = new Map<Definition, Home>();
  readonly #shared = new Set<Definition>();
  readonly #contexts = new Map<string, ModuleContext>();
  readonly #files: Names;
  readonly #names: Names;

  readonly #programs = new Map<string, LinearProgram>();

  constructor(readonly input: EmitInput & { readonly patterns: PatternMatching }) {
    const { schemas, eventSets, apis } = input.model;
    const others = [...eventSets.flatMap((set) => set.messages), ...apis.flatMap((api) => api.subjects)];
    this.#contracts = asDraft202012(input.contracts);
    this.#nodes = new ContractNodes(this.#contracts);
    this.#names = new Names([...schemas, ...others].map(({ typeName }) => typeName));
    this.#files = new Names([
      ...schemas.map(({ fileName }) => fileName),
      ...others.map(({ fileName }) => fileName),
    ]);
  }

  /** The contracts, with all schemas in JSON Schema 2020-12. */
  get contracts(): Contracts {
    return this.#contracts;
  }

  /**
   * The schema at a place, without the requirement of properties that are absent in a direction. Throws `SchemaError` if it, or one that
   * it refers to, isn't one.
   */
  definition(place: Place, absent?: Absent): Definition {
    const translated = this.translated(place);
    if (absent === undefined) return this.#nodes.of(translated);
    const direction =
      this.#directions.get(absent) ?? new DirectedSchemas(this.#contracts, this.#nodes, absent);
    this.#directions.set(absent, direction);
    return direction.of(translated);
  }

  /** The same place in JSON Schema 2020-12, if its document speaks the dialect of OpenAPI 3.0. */
  translated(place: Place): Place {
    return translatedPlace(this.#contracts, place);
  }

  /** Puts a definition into a module, unless it is in one. `typeName` is known to be unique; `wanted` may be taken. */
  put(
    definition: Definition,
    module: string,
    name: { readonly typeName: string } | { readonly wanted: string },
  ): void {
    if (this.#homes.has(definition)) return;
    const { file, pointer } = placeSource(this.#contracts, this.#findPlace(definition));
    const own =
      "typeName" in name ? name.typeName : this.#names.take(pascalCase(name.wanted), `${file}#${pointer}`);
    this.#homes.set(definition, { module, name: own });
  }

  /** Records a definition that needs a module but is shared by several. */
  share(definition: Definition): void {
    this.#shared.add(definition);
  }

  /** Assigns a module to every shared definition, and to those that definitions in a module refer to. */
  settle(): void {
    const all = reachableDefinitions([...this.#homes.keys(), ...this.#shared]);
    markSecrets(all);
    const modules = new Map(
      this.input.model.schemas.flatMap(({ isFile, source, fileName }) => {
        if (!isFile) return [];
        return [[source.file, fileName] as const];
      }),
    );
    for (const definition of all) {
      if (this.#homes.has(definition)) continue;
      const place = this.#findPlace(definition);
      const { file } = placeSource(this.#contracts, place);
      const module = modules.get(file) ?? this.#files.takeProperty(`${fileStem(stem(file))}.definitions`);
      modules.set(file, module);
      const typeName = this.input.names.get(placeKey(place));
      const wanted = place.tokens.at(-1) ?? stem(file);
      const direction = this.#findDirection(definition);
      if (direction !== undefined) this.put(definition, module, { wanted: `${wanted} ${direction.suffix}` });
      else this.put(definition, module, typeName === undefined ? { wanted } : { typeName });
    }
  }

  /** The modules that hold definitions, sorted. */
  get names(): readonly string[] {
    return [...new Set([...this.#homes.values()].map(({ module }) => module))].sort(compare);
  }

  /** What the code of a module refers to. */
  context(module: string): ModuleContext {
    const context =
      this.#contexts.get(module) ??
      new ModuleContext(
        (definition) => this.#findHome(definition).name,
        (pattern) => this.#isLinear(pattern),
      );
    this.#contexts.set(module, context);
    return context;
  }

  /** The programs of patterns that are matched in linear time, once all code is made. */
  get programs(): ReadonlyMap<string, LinearProgram> {
    return this.#programs;
  }

  #isLinear(pattern: string): boolean {
    if (this.input.patterns === "native" || isFastPattern(pattern)) return false;
    const program = this.#programs.get(pattern) ?? linearProgram(pattern);
    if (program === undefined) return false;
    this.#programs.set(pattern, program);
    return true;
  }

  /** The code of a module, once its context knows everything that it refers to. */
  code(module: string): ModuleCode {
    const context = this.context(module);
    // By name: in the order of their first users, definitions would move with one of them.
    const own = [...this.#homes]
      .filter(([, home]) => home.module === module)
      .sort(([, a], [, b]) => compare(a.name, b.name))
      .map(([definition]) => definition);
    const parts = own.map((definition) => definitionCode(context, definition, "module"));
    return {
      imports: this.#imports(module, context),
      body: join(parts, "\n\n"),
      sources: own.map((definition) => placeSource(this.#contracts, this.#findPlace(definition))),
    };
  }

  /** The formats that any module refers to, sorted. */
  get formats(): readonly ValueFormat[] {
    const formats = [...this.#contexts.values()].flatMap((context) => context.formats);
    return [...new Map(formats.map((format) => [format.name, format])).values()].sort((a, b) =>
      compare(a.name, b.name),
    );
  }

  /** The names of what any module imports from `support.ts`. */
  get supported(): ReadonlySet<string> {
    return new Set([...this.#contexts.values()].flatMap((context) => context.supported));
  }

  #imports(module: string, context: ModuleContext): Code {
    const imported = new Map<string, string[]>([["support", [...context.supported]]]);
    for (const [definition, names] of context.definitions) {
      const home = this.#findHome(definition).module;
      if (home !== module) imported.set(home, [...(imported.get(home) ?? []), ...names]);
    }
    const lines = [...imported]
      .filter(([, names]) => names.length > 0)
      .sort(([a], [b]) => compare(a, b))
      .map(([from, names]) => importLine(names.sort(compare), `./${from}.js`));
    return join(lines, "\n");
  }

  #findDirection(definition: Definition): DirectedSchemas | undefined {
    return [...this.#directions.values()].find((each) => each.has(definition));
  }

  #findPlace(definition: Definition): Place {
    return (this.#findDirection(definition) ?? this.#nodes).definitionPlace(definition);
  }

  #findHome(definition: Definition): Home {
    const home = this.#homes.get(definition);
    if (home === undefined) throw new Error(`no module holds ${definition.key}`);
    return home;
  }
}

function importLine(names: readonly string[], from: string): Code {
  const list = names.map(identifier);
  const line = code`import { ${list} } from ${literal(from)};`;
  if (line.toString().length <= 110) return line;
  return code`import {\n${indent(join(list, ",\n"))},\n} from ${literal(from)};`;
}
