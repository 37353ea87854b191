import { hasStatus } from '../../model/exchange.js';
import { getMember } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { isRemovedWithParent } from '../cleanup/remove-item.js';
import type { RunContext } from '../run-context.js';
import { replaceCollection } from '../service-model.js';
import type { Calibration } from './calibrate.js';
import { SetupStep } from './setup-step.js';

/**
 * Observes whether items without DELETE go with the item above them: creates one below a new item, removes that, and reads
 * the first again. If it is gone, others may be created and need no DELETE of their own. Never throws because of a response.
 */
export async function observeRemovedChildren(collection: Collection, site: RunContext): Promise<Calibration> {
  if (!isOpenQuestion(collection, site)) return { collection, notes: [] };
  const step = new SetupStep(site, collection, 'below');
  let known = collection;
  const notes: string[] = [];
  try {
    const items = step.openItems(await step.bind());
    const item = await items.create(await step.drawBody(), { role: 'control' });
    const before = await item.get();
    await cleanUp(step.above, site);
    const after = await item.get();
    if (hasStatus(before, 200) && hasStatus(after, 404, 410)) {
      const parents = collection.parents.map((one) =>
        one.place.startsWith('{') ? { ...one, removesChildren: true } : one,
      );
      known = { ...collection, parents };
      notes.push(`${collection.name}: items are removed with the item above them (exchange ${after.n})`);
    }
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
  } finally {
    await cleanUp(step.above, site);
    await step.clean({ ...site, model: replaceCollection(site.model, known, site.document) });
  }
  return { collection: known, notes };
}

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
