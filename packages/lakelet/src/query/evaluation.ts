import type { LakeDocument } from "../model/document.ts";
import { callParams } from "./calls.ts";
import { findFirst } from "./first.ts";
import { evaluate } from "./groq.ts";
import type { GroqNode } from "./groq.ts";
import { ONCE, candidates } from "./lookup.ts";
import type { QueryParams } from "./parse.ts";
import { withSystem } from "./perspective.ts";
import type { Plan } from "./plan.ts";
import { ALL, outerReference } from "./rewrite.ts";
import { BATCH } from "./scan.ts";
import type { Scan } from "./scan.ts";
import { textAt } from "./text-match.ts";
import type { View } from "./view.ts";

interface EvaluationContext {
  identity: string;
  projectId: string;
  dataset: string;
  /** Adds `_system` to every document. */
  withSystem: boolean;
}

/** One evaluation of a plan on a view. */
export class Evaluation {
  readonly #plan: Plan;
  readonly #view: View;
  readonly #context: EvaluationContext;
  readonly #params: Record<string, unknown>;
  readonly #timestamp = new Date();
  #dataset: readonly unknown[] = [];
  #documents: number | undefined;

  constructor(plan: Plan, params: QueryParams, view: View, context: EvaluationContext) {
    this.#plan = plan;
    this.#view = view;
    this.#context = context;
    this.#params = {
      ...params,
      ...callParams(plan.calls, (expr, root) => this.#evaluate(expr, this.#params, root)),
    };
    if (plan.once.length > 0) this.#params[ONCE] = this.#evaluatedOnce();
  }

  /**
   * Looks up the documents of each source in the indexes. Returns how many documents the query may have to scan. Whoever is
   * stopped within may begin again: what was found counts once all of it is.
   */
  lookUp(): number {
    if (this.#documents !== undefined) return this.#documents;
    const { scans, sources, once } = this.#plan;
    const dataset = scans > 0 ? this.#view.all() : [];
    let documents = scans * dataset.length;
    for (const part of once) if (part.kind === "first") documents += part.first.count;
    this.#dataset = this.#context.withSystem ? dataset.map((one) => this.#withSystem(one)) : dataset;
    // Those of a part that is evaluated once come before those that need its value.
    for (const { parameter, lookups, filter } of sources) {
      const found = candidates(lookups, this.#params, this.#view);
      const some = found ?? this.#view.all();
      const passed = found || !filter ? some : this.#evaluate(filter, { ...this.#params, [ALL]: some });
      this.#params[parameter] = passed;
      documents += some.length;
    }
    this.#documents = documents;
    return documents;
  }

  /** Returns the result. It may contain stored documents, which must not be modified. */
  run(): unknown {
    this.lookUp();
    return this.#evaluate(this.#plan.tree) ?? null;
  }

  #evaluate(tree: GroqNode, params: QueryParams = this.#params, root?: unknown): unknown {
    const { identity, projectId, dataset } = this.#context;
    return evaluate(tree, {
      params,
      root,
      dataset: this.#dataset,
      dereference: ({ _ref }) => this.#dereference(_ref),
      identity,
      sanity: { projectId, dataset },
      timestamp: this.#timestamp,
    });
  }

  #dereference(id: string): unknown {
    const special = this.#outer(id) ?? textAt(id, this.#view.get);
    if (special) return special;
    const document = this.#view.get(id);
    return document && this.#context.withSystem ? this.#withSystem(document) : (document ?? null);
  }

  #withSystem(document: LakeDocument): LakeDocument {
    return withSystem(document, (id) => this.#view.get(id) !== undefined);
  }

  /** Returns the documents of a `*[…]` that depends on what surrounds it. Undefined for the id of a document. */
  #outer(id: string): readonly LakeDocument[] | undefined {
    const reference = this.#plan.outer.length > 0 ? outerReference(id) : undefined;
    if (reference === undefined) return undefined;
    const outer = reference === "all" ? undefined : this.#plan.outer[reference.index];
    if (reference === "all" || !outer) return this.#view.all();
    if (outer.kind === "references") return this.#view.referringTo([reference.value]);
    return this.#view.withValue(outer.path, [reference.value]) ?? this.#view.all();
  }

  /** Returns the results of all batches together, or their number. */
  #scanned({ type, list, isCounted, isOfAll }: Scan): unknown {
    const value = type?.(this.#params);
    const name = typeof value === "string" ? value : undefined;
    if (isCounted && isOfAll && (type === undefined || name !== undefined)) return this.#view.count(name);
    const found: unknown[] = [];
    let count = 0;
    for (const batch of this.#view.batches(name)) {
      const part = this.#evaluate(list, { ...this.#params, [BATCH]: batch }) as readonly unknown[];
      count += part.length;
      if (!isCounted) for (const one of part) found.push(one);
    }
    return isCounted ? count : found;
  }

  /** Returns an object with the values of the plan's `once`, each evaluated when it is read first. */
  #evaluatedOnce(): object {
    const values = {};
    for (const [index, part] of this.#plan.once.entries()) {
      let known: { value: unknown } | undefined;
      const value = (): unknown => {
        if (part.kind === "value") return this.#evaluate(part.tree);
        if (part.kind === "scan") return this.#scanned(part.scan);
        const evaluated = (tree: GroqNode, params: QueryParams): unknown => this.#evaluate(tree, params);
        return findFirst(part.first, this.#params, this.#view, evaluated);
      };
      const get = (): unknown => (known ??= { value: value() }).value;
      Object.defineProperty(values, String(index), { enumerable: true, get });
    }
    return values;
  }
}
