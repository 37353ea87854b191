import type { Answer } from '../client.js';
import { compareList, listExpected } from '../expected-list.js';
import { prepareReferences } from '../prepare-items.js';
import { listTrue } from '../service.js';
import { Subject } from '../subject.js';
import { walkList } from '../walk-list.js';
import { readMatch } from './change.js';
import type { CollectionProbe } from './probe.js';

const isRemovable: CollectionProbe['applies'] = ({ design }) => design.choices.removal !== 'none';

/** Sends DELETE, after what the design needs before it. */
export async function removeItem(subject: Subject, id: string): Promise<Answer> {
  const { archivePath } = subject.facts;
  if (archivePath !== undefined) await subject.send({ method: 'POST', path: subject.fill(archivePath, id) });
  return subject.send({ method: 'DELETE', path: subject.itemPath(id), headers: await readMatch(subject, id) });
}

/** Whether no item is in an item. */
function isEmpty({ service, facts }: Subject, id: string): boolean {
  const { others, created, visitors } = service.truth;
  const children = service.facts.collections.filter(({ parent }) => parent?.index === facts.index);
  return ![...others, ...created, ...visitors].some(
    ({ collection, parent, exists }) => exists && parent === id && children.some(({ index }) => index === collection),
  );
}

/** A removed item is gone, at its address and in the list; the others stay. */
const removal: CollectionProbe = {
  name: 'removal',
  applies: isRemovable,
  async run(subject) {
    const item = await subject.provideItem();
    if (!item || (!isEmpty(subject, item.id) && subject.choices.removalKind !== 'cascades')) return;
    const before = readOthers(subject, item.id);
    const answer = await removeItem(subject, item.id);
    subject.expect(
      answer.status === Number(subject.choices.removal),
      `DELETE answers ${answer.status} ${answer.text.slice(0, 100)}`,
    );
    subject.expect(answer.bytes.length > 0 === (subject.choices.removal === '200'), 'DELETE has another answer');
    await checkLate(subject, item.id);
    subject.settle();
    subject.expect(subject.findTrue(item.id)?.exists === false, 'DELETE keeps the item');
    await checkGone(subject, item.id);
    const { entries, isMoved } = await walkList(subject);
    const expected = listExpected(subject);
    const difference = isMoved ? undefined : compareList(subject, entries, expected);
    subject.expect(difference === undefined, `after a removal, the list ${difference}`);
    subject.expect(readOthers(subject, item.id) === before, 'DELETE changes other items');
    await checkRepeated(subject, item.id);
  },
};

/** The state of all items but one; those that expire by themselves are not among them. */
function readOthers(subject: Subject, id: string): string {
  const all = listTrue(subject.service, subject.facts).filter((one) => one.id !== id);
  const lasting = subject.choices.timeToLive === 'none' ? all : all.filter((one) => 'initial' in one);
  return lasting.map((one) => `${one.id} ${subject.readState(one.id)}`).join('\n');
}

async function checkLate(subject: Subject, id: string): Promise<void> {
  const { removalKind } = subject.choices;
  const { gateway, rateLimit } = subject.design;
  if (removalKind !== 'late' || gateway !== 'none' || rateLimit !== 'none') return;
  subject.expect((await subject.read(id)).status === 200, 'a late removal happens at once');
}

async function checkGone(subject: Subject, id: string): Promise<void> {
  const { removalKind, repeatedRemoval } = subject.choices;
  const read = await subject.read(id);
  if (removalKind === 'soft') {
    const body = subject.readItem(read) as Readonly<Record<string, unknown>> | undefined;
    subject.expect(read.status === 200 && body?.deleted === true, `a hidden item answers ${read.status}`);
    return;
  }
  const status = repeatedRemoval === '410' ? 410 : 404;
  subject.expect(read.status === status, `a removed item answers ${read.status}`);
}

async function checkRepeated(subject: Subject, id: string): Promise<void> {
  const count = subject.service.truth.created.length;
  const answer = await subject.send({ method: 'DELETE', path: subject.itemPath(id) });
  const status = Number(subject.choices.repeatedRemoval);
  subject.expect(answer.status === status, `a second DELETE answers ${answer.status}`);
  const isEqual = subject.service.truth.created.length === count && subject.findTrue(id)?.exists === false;
  subject.expect(isEqual, 'a second DELETE changes something');
}

/** An item is removed once it was archived. */
const archive: CollectionProbe = {
  name: 'archive',
  applies: (facts, service) => isRemovable(facts, service) && facts.archivePath !== undefined,
  async run(subject) {
    const item = await subject.provideItem();
    if (!item) return;
    const path = subject.itemPath(item.id);
    const answer = await subject.send({ method: 'DELETE', path, headers: await readMatch(subject, item.id) });
    subject.expect(
      answer.status === Number(subject.design.conflictStatus),
      `DELETE before the archive answers ${answer.status}`,
    );
    subject.expect(subject.findTrue(item.id)?.exists === true, 'DELETE before the archive removes the item');
  },
};

/** An item with children is removed with them, or not at all. */
const children: CollectionProbe = {
  name: 'children',
  applies: (facts, service) =>
    isRemovable(facts, service) && service.collections.some(({ parent }) => parent?.index === facts.index),
  async run(subject) {
    const item = await subject.provideItem();
    const { collections } = subject.service.facts;
    const below =
      item &&
      collections
        .filter(({ parent }) => parent?.index === subject.facts.index)
        .map((child) => new Subject(subject.service, child, [...subject.parents, item.id]))
        .find(({ isCreatable }) => isCreatable);
    if (!item || !below) return;
    below.probe = subject.probe;
    await prepareReferences(subject.service, below.facts);
    const inner = await below.provideItem();
    if (!inner) return;
    const answer = await removeItem(subject, item.id);
    const isCascading = subject.choices.removalKind === 'cascades';
    const status = Number(isCascading ? subject.choices.removal : subject.design.conflictStatus);
    subject.expect(answer.status === status, `DELETE of an item with children answers ${answer.status}`);
    const isLeft = [subject.findTrue(item.id), below.findTrue(inner.id)].every((one) => one?.exists === !isCascading);
    subject.expect(isLeft, isCascading ? 'a removal does not cascade' : 'a refused removal removes something');
    below.settle();
    if (isCascading)
      subject.expect((await below.read(inner.id)).status >= 400, 'a child of a removed item is still there');
  },
};

/** A change of a removed item does not bring it back. */
const afterRemoval: CollectionProbe = {
  name: 'after-removal',
  applies: (facts, service) =>
    isRemovable(facts, service) && facts.changes.length > 0 && facts.create?.path !== facts.itemPath,
  async run(subject) {
    const item = await subject.provideItem();
    const [change] = subject.facts.changes;
    if (!item || !change || !isEmpty(subject, item.id)) return;
    await removeItem(subject, item.id);
    subject.settle();
    const answer = await subject.sendJson(change.method, subject.itemPath(item.id), item.content, change);
    subject.expect(answer.status >= 400, `${change.method} of a removed item answers ${answer.status}`);
    subject.expect(subject.findTrue(item.id)?.exists === false, 'a change brings a removed item back');
  },
};

export const removalProbes: readonly CollectionProbe[] = [removal, archive, children, afterRemoval];
