import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import type { Item } from '../../rule/items.js';
import type { Tools } from '../../rule/tools.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { createParents } from '../items/parents.js';
import type { RunContext } from '../run-context.js';
import { drawFirstValue } from '../trial/boundary-property.js';
import { createCaseContext, getSubjectCollection } from '../trial/case-context.js';
import { ifInconclusive } from '../trial/retry-setup.js';
import type { ExchangeLog, RefusedUse } from './exchange-log.js';

/**
 * A refusal proves something only on a route on which a valid request of the same caller succeeds. Where none succeeded
 * in the run, one is tried now; if it fails, too, an outcome that is based on refusals alone is inconclusive.
 */
export async function requireControls(outcomes: readonly Outcome[], site: RunContext, log: ExchangeLog) {
  const tried = new Set<string>();
  const required: Outcome[] = [];
  for (const outcome of outcomes) {
    const refused = outcome.verdict === 'held' ? log.listUncontrolled(outcome.trial) : [];
    let isProven = refused.length === 0;
    for (const use of refused) {
      const key = `${use.method} ${use.route.template}`;
      if (!tried.has(key)) await tryControl(use, outcome.trial, site).catch(ifInconclusive(() => {}));
      tried.add(key);
      isProven = log.hasControl(use);
      if (isProven) break;
    }
    const [{ method, route } = { method: '', route: { template: '' } }] = refused;
    const why = `no valid ${method} ${route.template} succeeded in this run, so that its refusals prove nothing`;
    required.push(isProven ? outcome : { ...outcome, verdict: 'inconclusive', cause: 'setup', why });
  }
  return required;
}

/** Sends one valid request on a route. */
async function tryControl(use: RefusedUse, trial: Trial, site: RunContext) {
  const collection = site.model.collections.find(({ name }) => name === use.route.collection);
  const bodies = collection && site.model.bodies.get(collection.name);
  if (collection === undefined || bodies === undefined) return;
  const ledger = site.runLedger.openScope();
  try {
    const subject = await createParents(collection, site, ledger);
    const { tools } = createCaseContext({ ...trial, subject }, site, ledger, 'usual');
    if (use.route.kind === 'collection' && !/^(POST|PUT|PATCH|DELETE)$/.test(use.method)) {
      await tools.client.send({ method: 'GET', path: getSubjectCollection(subject).path, role: 'control' });
      return;
    }
    const body = await drawFirstValue(bodies.body(), site.seed);
    const mayChange = site.mayWrite && getSubjectCollection(subject).create !== undefined;
    const item = await (mayChange ? tools.items.create(body) : tools.items.getAny(body));
    if (mayChange)
      await sendValid(use, item, tools, {
        replacement: await drawFirstValue(bodies.replacement(), site.seed),
        patch: await drawFirstValue(bodies.patch(), site.seed),
      });
    else await item.get();
  } finally {
    await cleanUp(ledger, site);
  }
}

async function sendValid(
  { method, route }: RefusedUse,
  item: Item,
  tools: Tools,
  bodies: { readonly replacement: Parameters<Item['put']>[0]; readonly patch: Parameters<Item['patch']>[0] },
): Promise<void> {
  if (route.action !== undefined && method === 'POST') await tools.actions.perform(item, route.action);
  else if (method === 'PUT') await item.put(item.prepare(bodies.replacement));
  else if (method === 'PATCH') await item.patch(bodies.patch);
  else if (method === 'DELETE') await item.delete();
  else await item.get();
}
