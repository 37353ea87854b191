import { isCreatedByPost } from '../../design/effects.js';
import { compareList, listExpected } from '../expected-list.js';
import { listTrue } from '../service.js';
import { walkList } from '../walk-list.js';
import { createNew, isCreatable } from './creation.js';
import type { CollectionProbe } from './probe.js';

/** POST of a list replaces the whole list. */
const replacement: CollectionProbe = {
  name: 'replacement',
  applies: ({ design }) => design.choices.create === 'post-replaces',
  async run(subject) {
    const contents = [subject.newContent(), subject.newContent()];
    if (contents.includes(undefined)) return;
    const answer = await subject.sendJson('POST', subject.fill(subject.facts.listPath), contents);
    subject.expect(answer.status === Number(subject.choices.createStatus), `a new list answers ${answer.status}`);
    subject.settle();
    const { entries, isMoved } = await walkList(subject);
    const items = listExpected(subject);
    subject.expect(items.length === 2, `the list has ${items.length} items after it was replaced by 2`);
    const difference = isMoved ? undefined : compareList(subject, entries, items);
    subject.expect(difference === undefined, `after it was replaced, the list ${difference}`);
    const refused = await subject.sendJson('POST', subject.fill(subject.facts.listPath), { not: 'a list' });
    subject.expect(
      refused.status === Number(subject.design.invalidStatus),
      `what is no list answers ${refused.status}`,
    );
  },
};

/** Creations have the effects on other lists and items that the design says. */
const sideEffects: CollectionProbe = {
  name: 'side-effects',
  applies: (facts, service) => isCreatable(facts, service) && facts.design.choices.sideEffect !== 'none',
  async run(subject) {
    const content = subject.newContent();
    if (!content) return;
    const flag = subject.facts.members.find(({ isDefaultFlag }) => isDefaultFlag)?.name;
    const { item } = await createNew(subject, flag ? { ...content, [flag]: true } : content);
    if (flag === undefined) {
      const log = await subject.send({ path: subject.service.facts.logPath });
      subject.expect(log.text.includes(`${subject.facts.singular} ${item?.id} created`), 'the log has no entry');
      return;
    }
    const holders = listTrue(subject.service, subject.facts).filter((one) => one.content[flag] === true);
    subject.expect(holders.length === 1 && holders[0]?.id === item?.id, `${holders.length} items are the default`);
  },
};

/** Items live as long as the design says, and reads show writes as late as it says. */
const time: CollectionProbe = {
  name: 'time',
  applies: (facts, service) =>
    isCreatable(facts, service) && (facts.design.choices.timeToLive === 'short' || facts.design.choices.lag !== 'none'),
  async run(subject) {
    const content = subject.newContent();
    const { clock } = subject.service.client;
    if (!content) return;
    const { item } = await createNew(subject, content);
    if (!item) return;
    const { lag, timeToLive } = subject.choices;
    const { gateway, rateLimit } = subject.design;
    if ((lag === 'item' || lag === 'both') && gateway === 'none' && rateLimit === 'none')
      subject.expect((await subject.read(item.id)).status === 404, 'a new item is there at once');
    subject.settle();
    subject.expect((await subject.read(item.id)).status === 200, 'a new item is not there after a while');
    if (timeToLive === 'none') return;
    clock.pause(125_000);
    subject.expect((await subject.read(item.id)).status >= 400, 'an item is there after its time');
  },
};

/** A creation never changes other items. */
const othersStay: CollectionProbe = {
  name: 'others-stay',
  applies: isCreatable,
  async run(subject) {
    const content = subject.newContent();
    const states = () =>
      subject.service.truth.others
        .filter(({ collection }) => collection === subject.facts.index)
        .map(({ id }) => subject.readState(id))
        .join();
    const before = states();
    if (!content) return;
    await createNew(subject, content);
    subject.expect(states() === before, 'a creation changed other items');
  },
};

/** A creation that is repeated with its key creates one item. */
const repetition: CollectionProbe = {
  name: 'repetition',
  applies: (facts, { design }) => design.service.idempotency !== 'none' && isCreatedByPost(facts.design.choices),
  async run(subject) {
    const [content, other] = [subject.newContent(), subject.newContent()];
    if (!content || !other) return;
    const key = `key-${subject.service.contents++}`;
    const id = subject.newId();
    const first = await createNew(subject, content, { key, id });
    const again = await createNew(subject, content, { key, id });
    subject.expect(first.item !== undefined, 'a creation with a key creates nothing');
    subject.expect(again.item === undefined, 'a repeated creation creates another item');
    const isSame = again.answer.status === first.answer.status && again.answer.text === first.answer.text;
    subject.expect(isSame, `a repeated creation answers ${again.answer.status}, not ${first.answer.status}`);
    const changed = await createNew(subject, other, { key, id: subject.newId() });
    const status = Number(subject.design.keyMismatch);
    subject.expect(changed.answer.status === status, `a used key with other content answers ${changed.answer.status}`);
    subject.expect(changed.item === undefined, 'a used key creates an item with other content');
    const next = await createNew(subject, other, { key: `${key}-2`, id: subject.newId() });
    subject.expect(next.item !== undefined, 'another key creates nothing');
  },
};

/** Creations without a key are refused where the design needs one. */
const missingKey: CollectionProbe = {
  name: 'missing-key',
  applies: (facts, { design }) => design.service.idempotency === 'required' && isCreatedByPost(facts.design.choices),
  async run(subject) {
    const content = subject.newContent();
    if (!content) return;
    const { answer, item } = await createNew(subject, content, { key: null });
    subject.expect(answer.status === 400 && item === undefined, `a creation without a key answers ${answer.status}`);
  },
};

export const creationEffectProbes: readonly CollectionProbe[] = [
  replacement,
  sideEffects,
  time,
  othersStay,
  repetition,
  missingKey,
];
