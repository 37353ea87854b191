import { hasStatus } from '../../model/exchange.js';
import { getMember } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Bodies } from '../../rule/values/bodies.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { isRemovedWithParent } from '../cleanup/remove-item.js';
import { createCaseClient } from '../items/case-client.js';
import { createItems } from '../items/items.js';
import { createParents } from '../items/parents.js';
import type { RunContext } from '../run-context.js';
import { replaceCollection } from '../service-model.js';
import { drawFirstValue } from '../trial/boundary-property.js';
import { retrySetup } from '../trial/retry-setup.js';
import { createConditionalClient } from '../writes/conditional-client.js';
import type { Calibration } from './calibrate.js';

/**
 * Observes whether items without DELETE go with the item above them: creates one below a new item, removes that, and reads
 * the first again. If it is gone, others may be created and need no DELETE of their own. Never throws because of a response.
 */
export async function observeRemovedChildren(collection: Collection, site: RunContext): Promise<Calibration> {
  if (!isOpenQuestion(collection, site)) return { collection, notes: [] };
  const setupScope = site.runLedger.openScope();
  const ledger = site.runLedger.openScope();
  let known = collection;
  const notes: string[] = [];
  const wire = createConditionalClient(createCaseClient(site.meter, `below@${collection.name}`), site.meter);
  try {
    const bound = (await retrySetup(() => createParents(collection, site, setupScope))) as Collection;
    const items = createItems({ ...site, collection: bound, wire, ledger, restMs: 0 });
    const body = await drawFirstValue(getBodies(collection, site).body(), site.seed);
    const item = await items.create(body, { role: 'control' });
    const before = await item.get();
    await cleanUp(setupScope, site);
    const after = await item.get();
    if (hasStatus(before, 200) && hasStatus(after, 404, 410)) {
      known = {
        ...collection,
        parents: collection.parents.map((one) => ({
          ...one,
          ...(one.place.startsWith('{') && { removesChildren: true }),
        })),
      };
      notes.push(`${collection.name}: items are removed with the item above them (exchange ${after.n})`);
    }
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
  } finally {
    await cleanUp(setupScope, site);
    await cleanUp(ledger, { ...site, model: replaceCollection(site.model, known, site.document) });
  }
  return { collection: known, notes };
}

const getBodies = ({ name }: Collection, { model }: RunContext): Bodies => {
  const known = model.bodies.get(name);
  if (known === undefined) throw new InconclusiveError('setup', `no request body of ${name} is known`);
  return known;
};

/** Whether items could be removed in this way only, and it is not known whether they are. */
function isOpenQuestion(collection: Collection, { mayDelete, cleanup, purges, model }: RunContext): boolean {
  const { name, remove, read, parents } = collection;
  const above = parents.filter(({ place }) => place.startsWith('{'));
  const last = model.collections.find((one) => one.name === above.at(-1)?.collection);
  return (
    mayDelete &&
    cleanup &&
    remove === undefined &&
    read !== undefined &&
    getMember(purges, name) === undefined &&
    !isRemovedWithParent(collection) &&
    above.every(({ withChildren }) => withChildren !== 'refuse') &&
    last?.create !== undefined &&
    (last.remove !== undefined || isRemovedWithParent(last))
  );
}
