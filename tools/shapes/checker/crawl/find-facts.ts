import type { Design } from '../../design/design.js';
import { buildDocument } from '../../document/build-document.js';
import { serveDesign } from '../../engine/serve-design.js';
import { describeService } from '../../facts/build-facts.js';
import type { CollectionFacts, ServiceFacts } from '../../facts/facts.js';
import { Client, createLeapingClock } from '../client.js';
import { CheckedService, listParentIds, listTrue } from '../service.js';
import { Subject } from '../subject.js';
import { Crawler } from './crawler.js';
import { type FactName, type FoundFacts, factNames, type Mode } from './facts-to-find.js';
import { type Documented, readDocument, readOperations, usualDocuments } from './read-operations.js';
import { Trial } from './trial.js';

/** Which facts of each collection a crawler finds out from what a mode gives, by the index of the collection. */
export async function findFacts(design: Design, mode: Mode): Promise<readonly FoundFacts[]> {
  const facts = describeService(design);
  if (mode === 'profile') return facts.collections.map((one) => judge(one, () => true));
  const clock = createLeapingClock();
  const served = await serveDesign(design, { clock });
  const client = new Client(served.url, facts, clock);
  const service = new CheckedService(facts, client, served, clock);
  try {
    const crawler = new Crawler(client);
    const given = mode === 'flag' ? facts.collections.flatMap((one) => addressList(service, one) ?? []) : [];
    await crawler.follow(['/', ...given]);
    const documented = await readDocuments(crawler, facts, mode);
    const found: FoundFacts[] = [];
    for (const one of facts.collections) {
      const trial = new Trial(crawler, one, documented);
      found.push(judge(one, await trial.run()));
    }
    return found;
  } finally {
    client.close();
    await served.stop();
  }
}

/** The address of a list, below an item that exists; undefined: there is none. */
function addressList(service: CheckedService, facts: CollectionFacts): string | undefined {
  const { parent } = facts;
  const above = parent && listTrue(service, parent)[0];
  if (parent && !above) return undefined;
  const ids = parent && above ? [...listParentIds(service, parent, above.parent), above.id] : [];
  return new Subject(service, facts, ids).fill(facts.listPath);
}

/** The documented operations: of the document that is given, or of one that the crawler finds. */
async function readDocuments(
  crawler: Crawler,
  facts: ServiceFacts,
  mode: Mode,
): Promise<ReadonlyMap<string, Documented>> {
  if (mode === 'document') return readOperations(crawler, buildDocument(facts), '/');
  for (const path of [...usualDocuments, ...crawler.found.keys()]) {
    const answer = await crawler.read(path);
    const document = answer && readDocument(answer.text);
    if (document) return readOperations(crawler, document, path);
  }
  return new Map();
}

function judge(facts: CollectionFacts, isFound: (name: FactName) => boolean): FoundFacts {
  const hasItem = facts.itemPath !== undefined;
  const exists: Readonly<Record<FactName, boolean>> = {
    list: true,
    item: hasItem,
    // An id that is only in the Location of the creation is none of the item.
    id: hasItem && facts.id.item !== undefined,
    creation: facts.create !== undefined,
    change: facts.changes.length > 0,
    removal: facts.design.choices.removal !== 'none',
    paging: facts.paging !== undefined,
    parents: facts.parent !== undefined,
  };
  const named = factNames.map((name) => [name, exists[name] ? (isFound(name) ? 'findable' : 'hidden') : 'absent']);
  return Object.fromEntries(named) as FoundFacts;
}
