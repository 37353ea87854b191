import { type Exchange, hasStatus } from '../../../model/exchange.js';
import type { Json } from '../../../model/json.js';
import { mapAtOnce } from '../../../model/map-at-once.js';
import type { Action, Collection } from '../../../model/service/subject.js';
import type { Item } from '../../../rule/items.js';
import { drawFirstValue } from '../../../rule/values/generators.js';
import { performAction } from '../../items/actions.js';
import type { SetupItems } from '../../items/items.js';
import type { RunContext } from '../../run-context.js';
import { createBodies, createSubjectBodies } from '../../trial/case-bodies.js';
import { ifInconclusive } from '../../trial/retry-setup.js';
import { correctBody } from '../bodies/correct-body.js';
import { findComplaints } from '../bodies/learn-body.js';
import type { Calibration } from '../calibrate.js';
import { SetupStep } from '../setup-step.js';

/** Maximum number of actions of a collection whose state paths are searched, and of bodies sent for one action. */
const [maxActions, maxBodies] = [6, 4];

/**
 * Finds out which actions require other actions first, for collections without declared states. An action that a new
 * item refuses as a conflict is tried on items on which one action was performed that a new item allows; what is still refused, after
 * the actions that were possible then. Refused bodies are corrected. Never throws because of a response. `whenRemovable` calls what
 * removes the items.
 */
export async function probeStatePaths(
  collection: Collection,
  site: RunContext,
  whenRemovable: (remove: () => Promise<void>) => Promise<void>,
): Promise<Calibration> {
  const step = new SetupStep(site, collection, 'ways');
  const probe = async () => new ActionProbe(step, await step.bind()).probe();
  return probe()
    .catch(ifInconclusive(() => ({ collection, notes: [] })))
    .finally(() => whenRemovable(() => step.clean()));
}

/** An action that was performed on an item, with the sent body. */
interface Attempt {
  readonly action: Action;
  readonly item: Item;
  readonly sent: Json;
  readonly exchange: Exchange;
}

/** An action that was possible after those before it, and the item on which they were performed. */
interface Way extends Pick<Attempt, 'action' | 'item' | 'sent'> {
  readonly before: readonly Action[];
}

class ActionProbe {
  readonly #items: SetupItems;

  constructor(
    private readonly step: SetupStep,
    private readonly bound: Collection,
  ) {
    this.#items = step.openItems(bound);
  }

  async probe(): Promise<Calibration> {
    const { collection, site } = this.step;
    const open = this.bound.actions.filter(({ post }) => post !== undefined).slice(0, maxActions);
    const tried = await mapAtOnce(open, site.maxAtOnce, (action) => this.#learnBody(action));
    const allowed = tried.filter(({ exchange }) => hasStatus(exchange, 2)).map((one) => ({ ...one, before: [] }));
    const refused = tried.filter(({ exchange }) => hasStatus(exchange, 409)).map(({ action }) => action);
    const reached = await this.#findWays(refused, allowed);
    const notes: string[] = [];
    for (const { action, before } of reached)
      notes.push(
        `${collection.name}: ${action.name} is tried after ${before.map(({ name }) => name).join(', ')}, because a new item refuses it`,
      );
    for (const { action, changes } of tried)
      if (changes.length > 0) notes.push(`${collection.name}: ${action.name} is accepted when ${changes.join(', ')}`);
    const actions = collection.actions.map((action) => {
      const isIt = (one: { readonly action: Action }) => one.action.name === action.name;
      const way = reached.find(isIt);
      const request = tried.find((one) => isIt(one) && one.changes.length > 0)?.action.post?.request;
      const accepted = (way ?? allowed.find(isIt))?.sent;
      return {
        ...action,
        ...(way && { after: way.before.map(({ name }) => name) }),
        ...(request && action.post && { post: { ...action.post, request } }),
        ...(accepted !== undefined && { accepted }),
      };
    });
    return { collection: { ...collection, actions }, notes };
  }

  async #createItem(): Promise<Item> {
    return this.#items.create(await this.step.drawBody(), { role: 'control' });
  }

  async #perform(action: Action, item: Item): Promise<Attempt> {
    const { site, wire, ledger } = this.step;
    const subject = { kind: 'action', name: action.name, collection: this.bound, action } as const;
    const bodies = createSubjectBodies(subject, createBodies(this.bound, site.document), site.document);
    const sent = await drawFirstValue(bodies.action(), site.seed);
    const { addressing, baseUrl } = site;
    const context = { collection: this.bound, wire, ledger, addressing, baseUrl };
    const exchange = await performAction(context, item, action, { body: sent, role: 'control' });
    return { action, item, sent, exchange };
  }

  /**
   * Tries each refused action after the known ways: the first one on the items that went them, the others on new ones. The ways to those
   * that were possible are tried for the others.
   */
  async #findWays(refused: readonly Action[], ways: readonly Way[]): Promise<readonly Way[]> {
    if (refused.length === 0 || ways.length === 0) return [];
    const { maxAtOnce } = this.step.site;
    const tried = await mapAtOnce(refused, maxAtOnce, async (action, index) => {
      const reached = await mapAtOnce(ways, maxAtOnce, async (way): Promise<readonly Way[]> => {
        const before = [...way.before, way.action];
        let { item } = way;
        if (index > 0) {
          item = await this.#createItem();
          for (const one of before) await this.#perform(one, item);
        }
        const { exchange, sent } = await this.#perform(action, item);
        return hasStatus(exchange, 2) ? [{ action, before, item, sent }] : [];
      });
      return reached.flat().slice(0, 1);
    });
    const found = tried.flat();
    const left = refused.filter((action) => !found.some((one) => one.action === action));
    return [...found, ...(await this.#findWays(left, found))];
  }

  /** Corrects the body of an action on new items until the service accepts it. Resolves to the last attempt, and what was changed. */
  async #learnBody(action: Action): Promise<Attempt & { readonly changes: readonly string[] }> {
    let changes: readonly string[] = [];
    let last = await this.#perform(action, await this.#createItem());
    for (let i = 1; i < maxBodies; i += 1) {
      const corrected = this.#correct(last);
      if (!corrected) break;
      changes = [...new Set([...changes, ...corrected.changes])];
      last = await this.#perform(corrected.action, await this.#createItem());
    }
    return hasStatus(last.exchange, 400, 422) ? { ...last, action, changes: [] } : { ...last, changes };
  }

  /**
   * Changes the body of an action according to the complaints of the service. Returns undefined when nothing changes, or
   * when the body is declared.
   */
  #correct({ action, exchange, sent }: Attempt) {
    const { post, body } = action;
    if (!post || body !== undefined || !hasStatus(exchange, 400, 422)) return undefined;
    const schema = post.request?.schema ?? { type: 'object' };
    const create = { ...post, request: { mediaType: 'application/json', ...post.request, schema } };
    const alone: Collection = { ...this.bound, create, unique: [], overrides: {}, serverAssigned: [] };
    const complaints = findComplaints(exchange, sent, schema);
    const corrected = correctBody(alone, 'create', complaints, sent, this.step.site.document);
    if (!corrected?.collection.create) return undefined;
    return { action: { ...action, post: corrected.collection.create }, changes: corrected.changes };
  }
}
