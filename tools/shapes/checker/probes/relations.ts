import { listTrue } from '../service.js';
import { Subject } from '../subject.js';
import { sendChange } from './change.js';
import { createNew, isCreatable } from './creation.js';
import type { CollectionProbe } from './probe.js';

const hasParent: CollectionProbe['applies'] = ({ parent }) => parent !== undefined;

/** Lists and items of a parent are there only. */
const parents: CollectionProbe = {
  name: 'parents',
  applies: hasParent,
  async run(subject) {
    const { facts } = subject;
    const unknown = facts.parent ? `${subject.newId()}x` : '';
    const elsewhere = [...subject.parents.slice(0, -1), unknown];
    const other = new Subject(subject.service, facts, elsewhere);
    const list = await subject.send({ path: other.fill(facts.listPath) });
    subject.expect(list.status === 404, `the list of an unknown parent answers ${list.status}`);
    const item = await subject.findItem();
    const isNested = (facts.itemPath?.split('{').length ?? 0) > 2;
    if (item && isNested) {
      const read = await subject.send({ path: other.fill(facts.itemPath ?? '', item.id) });
      subject.expect(read.status === 404, `an item below another parent answers ${read.status}`);
    }
    const content = isCreatable(facts, subject.service.facts) ? subject.newContent() : undefined;
    if (!content || !facts.create?.path.includes('{')) return;
    const { answer, item: created } = await createNew(other, content);
    subject.expect(
      answer.status === 404 && created === undefined,
      `a creation below an unknown parent answers ${answer.status}`,
    );
  },
};

const hasTwo: CollectionProbe['applies'] = (_, { callers }) => callers.length > 1;

/** Callers neither see nor change the items of others. */
const callers: CollectionProbe = {
  name: 'callers',
  applies: (facts, service) => hasTwo(facts, service) && facts.parent === undefined,
  async run(subject) {
    const item = await subject.findItem();
    if (!item) return;
    const status = Number(subject.design.hiddenStatus);
    if (subject.facts.itemPath) {
      const read = await subject.read(item.id, { caller: 1 });
      subject.expect(read.status === status, `an item answers ${read.status} to another caller`);
      const [change] = subject.facts.changes;
      const path = subject.itemPath(item.id);
      const before = subject.readState(item.id);
      if (change && subject.mayWrite) {
        const { status: changed } = await sendChange(subject, change, item.id, item.content, { caller: 1 });
        subject.expect(changed >= 400, `${change.method} of an item of another caller answers ${changed}`);
      }
      if (subject.choices.removal !== 'none' && subject.mayWrite)
        subject.expect(
          (await subject.send({ method: 'DELETE', path, caller: 1 })).status === status,
          'another caller may remove an item',
        );
      subject.expect(subject.readState(item.id) === before, 'another caller changed an item');
    }
    const list = await subject.send({ path: subject.fill(subject.facts.listPath), caller: 1 });
    const ids = subject.readEntries(list)?.map(({ id }) => id) ?? [];
    const own = new Set(listTrue(subject.service, subject.facts, 1).map(({ id }) => id));
    const foreign = listTrue(subject.service, subject.facts).filter(({ id }) => !own.has(id) && ids.includes(id));
    subject.expect(list.status === 200 && foreign.length === 0, `another caller sees ${foreign.length} items`);
  },
};

export const relationProbes: readonly CollectionProbe[] = [parents, callers];
