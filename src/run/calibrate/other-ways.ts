import { hasStatus } from '../../model/exchange.js';
import type { Collection } from '../../model/service/subject.js';
import type { Creation, Item } from '../../rule/items.js';
import { isSetupProblem } from '../items/parents.js';
import type { RunContext } from '../run-context.js';
import { correctBody } from './bodies/correct-body.js';
import { listIdTurns, listKeyTurns, listReferenceTurns } from './bodies/creation-turns.js';
import { listWrapperTurns, type Turn } from './bodies/turn-wrapper.js';

/** Creates items as a collection says; `mayTurn` says whether other ways are tried where all are refused. */
type Create<R> = (collection: Collection, mayTurn: boolean) => Promise<R>;

/** Tries to create items in other ways, where answers suggest these. Each resolves to undefined where no item was created. */
export class OtherWays<R extends { readonly item?: Item }> {
  /** Ways to refer to other items that were tried, as notes. */
  readonly #referred = new Set<string>();

  constructor(
    private readonly site: RunContext,
    private readonly notes: string[],
    private readonly create: Create<R>,
  ) {}

  /** The way that one answer suggests. */
  async suggestedBy(known: Collection, made: Creation): Promise<R | undefined> {
    return (await this.#sendChosenId(known, made)) ?? this.#refer(known, made, false);
  }

  /** All ways, where all creations were refused for their content. */
  async afterRefusals(collection: Collection, all: readonly Creation[]): Promise<R | undefined> {
    const last = all.at(-1);
    if (last === undefined || !all.every(({ exchange }) => hasStatus(exchange, 400, 422))) return undefined;
    const turns = [...listKeyTurns(collection, all), ...listWrapperTurns(collection, all), ...listIdTurns(collection)];
    return (await this.#refer(collection, last, true)) ?? this.#tryEach(turns, false);
  }

  /** Sends an id of our own, where the service answers creations without one with an item that existed before. */
  async #sendChosenId(known: Collection, { sent }: Creation): Promise<R | undefined> {
    const state = this.site.addressing.of(known.name);
    const { pointer } = known.id;
    if (!state.isForeign || known.unique.includes(pointer) || known.create?.provenance !== 'assumed') return undefined;
    const turned = correctBody(known, 'create', [{ kind: 'missing', member: pointer }], sent, this.site.document);
    if (turned === undefined) return undefined;
    const { closed } = state;
    const note = `${known.name}: creations send an id of their own in ${pointer}, because the service answers others with an item that existed before`;
    delete state.closed;
    let tried: R | undefined;
    try {
      tried = await this.#tryEach([{ collection: turned.collection, note }], false);
    } finally {
      // Whatever ended it, nothing else may send such a creation again.
      if (tried === undefined && closed !== undefined) state.closed = closed;
    }
    return tried;
  }

  /** Refers to new items in what a refusal names, or in all that may refer. */
  async #refer(known: Collection, { exchange }: Creation, isAny: boolean): Promise<R | undefined> {
    const turns = hasStatus(exchange, 400, 409, 422) ? listReferenceTurns(known, exchange, isAny) : [];
    const untried = turns.filter(({ note }) => !this.#referred.has(note));
    for (const { note } of untried) this.#referred.add(note);
    return this.#tryEach(untried, true);
  }

  async #tryEach(turns: readonly Turn[], mayTurn: boolean): Promise<R | undefined> {
    for (const { collection, note } of turns) {
      const before = this.notes.length;
      // What one way needs may be what cannot be created.
      const tried = await this.create(collection, mayTurn).catch((error) => {
        if (isSetupProblem(error)) return undefined;
        throw error;
      });
      if (tried?.item) {
        this.notes.push(note);
        return tried;
      }
      this.notes.length = before;
    }
    return undefined;
  }
}
