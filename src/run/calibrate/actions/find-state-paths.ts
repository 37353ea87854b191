import { type Exchange, hasStatus } from '../../../model/exchange.js';
import type { Json } from '../../../model/json.js';
import { mapAtOnce } from '../../../model/map-at-once.js';
import type { Operation } from '../../../model/service/operation.js';
import type { Action, Collection } from '../../../model/service/subject.js';
import { InconclusiveError } from '../../../rule/finding.js';
import type { Item } from '../../../rule/items.js';
import { cleanUp } from '../../cleanup/clean-up.js';
import { performAction } from '../../items/actions.js';
import { createCaseClient } from '../../items/case-client.js';
import { createItems } from '../../items/items.js';
import { createParents } from '../../items/parents.js';
import type { RunContext } from '../../run-context.js';
import { drawFirstValues } from '../../trial/boundary-property.js';
import { createSubjectBodies } from '../../trial/case-bodies.js';
import { retrySetup } from '../../trial/retry-setup.js';
import { createConditionalClient } from '../../writes/conditional-client.js';
import { correctBody } from '../bodies/correct-body.js';
import { findComplaints } from '../bodies/learn-body.js';
import type { Calibration } from '../calibrate.js';

/** Maximum number of actions of a collection whose state paths are searched. */
const maxActions = 6;

/**
 * Finds out which actions require other actions first, for collections without declared states. An action that a new
 * item refuses as a conflict is tried on items on which one action was performed that a new item allows; what is still refused, after
 * the actions that were possible then. Refused bodies are corrected. Never throws because of a response. `whenRemovable` calls what
 * removes the items.
 */
export async function probeStatePaths(
  collection: Collection,
  site: RunContext,
  whenRemovable: (remove: () => Promise<void>) => Promise<void> = (remove) => remove(),
): Promise<Calibration> {
  const setupScope = site.runLedger.openScope();
  const ledger = site.runLedger.openScope();
  const wire = createConditionalClient(createCaseClient(site.meter, `ways@${collection.name}`), site.meter);
  try {
    const bound = (await retrySetup(() => createParents(collection, site, setupScope))) as Collection;
    const items = createItems({ ...site, collection: bound, wire, ledger, restMs: 0 });
    const draw = async () => (await drawFirstValues(getBodies(bound, site).body(), site.seed, 1))[0] ?? null;
    const attempt: ActionAttempt = async (way, reached) => {
      const item = reached ?? (await items.create(await draw(), { role: 'control' }));
      let last: AttemptedAction | undefined;
      for (const action of reached ? way.slice(-1) : way) last = await performed(bound, item, action);
      return last;
    };
    const performed = async (on: Collection, item: Item, action: Action): Promise<AttemptedAction> => {
      const source = createSubjectBodies(
        { kind: 'action', name: action.name, collection: on, action },
        getBodies(on, site),
        site.document,
      );
      const [sent = {}] = await drawFirstValues(source.action(), site.seed, 1);
      return {
        item,
        sent,
        exchange: await performAction({ collection: on, wire, ledger, baseUrl: site.baseUrl }, item, action, {
          body: sent,
          role: 'control',
        }),
      };
    };
    return await probeActions(collection, bound, { attempt, document: site.document, maxAtOnce: site.maxAtOnce });
  } catch (error) {
    if (error instanceof InconclusiveError) return { collection, notes: [] };
    throw error;
  } finally {
    await whenRemovable(async () => {
      await cleanUp(ledger, site);
      await cleanUp(setupScope, site);
    });
  }
}

function getBodies({ name }: Collection, site: RunContext) {
  const bodies = site.model.bodies.get(name);
  if (!bodies) throw new Error(`no request body could be generated for ${name}`);
  return bodies;
}

/** The last action of a path, performed on an item, with the sent body. */
interface AttemptedAction {
  readonly item: Item;
  readonly sent: Json;
  readonly exchange: Exchange;
}
/** Performs the actions of a path on a new item; only the last one on an item that has `reached` the state before it. */
type ActionAttempt = (way: readonly Action[], reached?: Item) => Promise<AttemptedAction | undefined>;

/** Maximum number of bodies sent for one action. */
const maxBodies = 4;

interface ProbeContext {
  readonly attempt: ActionAttempt;
  readonly document: Json | undefined;
  readonly maxAtOnce: number;
}

async function probeActions(
  collection: Collection,
  bound: Collection,
  { attempt, document, maxAtOnce }: ProbeContext,
): Promise<Calibration> {
  const open = bound.actions.filter(({ post }) => post !== undefined).slice(0, maxActions);
  const tried = await mapAtOnce(open, maxAtOnce, (action) => learnActionBody(bound, action, attempt, document));
  const allowed = tried.filter(({ last }) => last && hasStatus(last, 2));
  const refused = tried.filter(({ last }) => last && hasStatus(last, 409)).map(({ action }) => action);
  const reached = await findWays(
    refused,
    allowed.map(({ action, item }) => ({ way: [action], item })),
    { attempt, maxAtOnce },
  );
  const ways = new Map(reached.map(({ way }) => [way.at(-1)?.name, way.slice(0, -1).map(({ name }) => name)] as const));
  const accepted = new Map([...allowed, ...reached].map(({ action, sent }) => [action.name, sent] as const));
  const actions = collection.actions.map((action) => {
    const after = ways.get(action.name);
    const known = tried.find((one) => one.action.name === action.name && one.changes.length > 0)?.action.post;
    const post = known?.request && action.post && { ...action.post, request: known.request };
    const body = accepted.get(action.name);
    return { ...action, ...(after && { after }), ...(post && { post }), ...(body !== undefined && { accepted: body }) };
  });
  const told = [...ways].map(
    ([name, way]) => `${collection.name}: ${name} is tried after ${way.join(', ')}, because a new item refuses it`,
  );
  const bodies = tried.flatMap(({ action, changes }) =>
    changes.length > 0 ? [`${collection.name}: ${action.name} is accepted when ${changes.join(', ')}`] : [],
  );
  return { collection: { ...collection, actions }, notes: [...told, ...bodies] };
}

/** A path of actions, and an item on which they were performed. */
interface Way {
  readonly way: readonly Action[];
  readonly item: Item | undefined;
}

/** An action that is possible after others, and the body that was accepted then. */
interface ReachedAction extends Way {
  readonly action: Action;
  readonly sent: Json;
}

/**
 * Tries each refused action after the known ways: the first one on the items that went them, the others on new ones. The ways to those
 * that were possible are tried for the others.
 */
async function findWays(
  refused: readonly Action[],
  ways: readonly Way[],
  probing: Pick<ProbeContext, 'attempt' | 'maxAtOnce'>,
): Promise<readonly ReachedAction[]> {
  if (refused.length === 0 || ways.length === 0) return [];
  const tried = await mapAtOnce(refused, probing.maxAtOnce, async (action, index) => {
    const reached = await mapAtOnce(ways, probing.maxAtOnce, async (before): Promise<readonly ReachedAction[]> => {
      const way = [...before.way, action];
      const attempted = await probing.attempt(way, index === 0 ? before.item : undefined);
      const isReached = attempted !== undefined && hasStatus(attempted.exchange, 2);
      return isReached ? [{ action, way, sent: attempted.sent, item: attempted.item }] : [];
    });
    return reached.flat().slice(0, 1);
  });
  const found = tried.flat();
  const left = refused.filter((action) => !found.some((one) => one.action === action));
  return [...found, ...(await findWays(left, found, probing))];
}

/** Corrects the body of an action until the service accepts it. Returns the action and the last response. */
async function learnActionBody(bound: Collection, action: Action, attempt: ActionAttempt, document: Json | undefined) {
  let known: CorrectedAction = { action, changes: [] };
  let attempted = await attempt([action]);
  for (let i = 1; attempted && i < maxBodies; i += 1) {
    const corrected = correctAction(bound, known.action, attempted.exchange, attempted.sent, document);
    if (!corrected) break;
    known = { action: corrected.action, changes: [...new Set([...known.changes, ...corrected.changes])] };
    attempted = await attempt([known.action]);
  }
  const { exchange: last, sent = {}, item } = attempted ?? {};
  return last && hasStatus(last, 400, 422) ? { action, changes: [], last, sent, item } : { ...known, last, sent, item };
}

/** An action with a body that the service accepts, and a description of the changes. */
interface CorrectedAction {
  readonly action: Action;
  readonly changes: readonly string[];
}

/**
 * Changes the body of an action according to the complaints of the service. Returns undefined when nothing changes, or
 * when the body is declared.
 */
function correctAction(
  collection: Collection,
  action: Action,
  exchange: Exchange,
  sent: Json,
  document: Json | undefined,
): CorrectedAction | undefined {
  const { post, body } = action;
  if (!post || body !== undefined || !hasStatus(exchange, 400, 422)) return undefined;
  const request = {
    mediaType: 'application/json',
    ...post.request,
    schema: post.request?.schema ?? { type: 'object' },
  };
  const create: Operation = { ...post, request };
  const alone: Collection = { ...collection, create, unique: [], overrides: {}, serverAssigned: [] };
  const complaints = findComplaints(exchange, sent, request.schema);
  const corrected = correctBody(alone, 'create', complaints, sent, document);
  if (!corrected?.collection.create) return undefined;
  return { action: { ...action, post: corrected.collection.create }, changes: corrected.changes };
}
