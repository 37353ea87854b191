import { isDeepStrictEqual } from 'node:util';
import type { TrueItem } from '../../engine/truth.js';
import type { Content } from '../../facts/values.js';
import type { Answer } from '../client.js';
import { compareList, keyEntry, keyItem, listExpected } from '../expected-list.js';
import type { Entry, Subject } from '../subject.js';
import { walkList } from '../walk-list.js';
import { sendChange } from './change.js';
import type { CollectionProbe } from './probe.js';

/** The list has all items that exist, in its order, with what the design shows of each. */
const list: CollectionProbe = {
  name: 'list',
  applies: () => true,
  async run(subject) {
    await subject.provideItem();
    subject.settle();
    const { entries, problem, isMoved } = await walkList(subject);
    const expected = listExpected(subject);
    if (!subject.expect(problem === undefined, `list: ${problem}`)) return;
    if (!isMoved) {
      const difference = compareList(subject, entries, expected);
      subject.expect(difference === undefined, `the list ${difference}`);
    }
    const byKey = new Map(expected.map((item) => [keyItem(subject, item), item]));
    for (const entry of entries) {
      const item = byKey.get(keyEntry(subject, entry));
      const wrong = item && compareEntry(subject, entry, item);
      if (!subject.expect(wrong === undefined, `an entry: ${wrong}`)) return;
    }
  },
};

function compareEntry(subject: Subject, { body }: Entry, item: TrueItem): string | undefined {
  const { entry } = subject.choices;
  const { list: place } = subject.facts.id;
  if (entry === 'item' || entry === 'without-id' || entry === 'equal') return subject.compare(body, item, place);
  if (entry === 'string') return body === item.id ? undefined : 'it is not the id';
  if (entry === 'number') return body === Number(item.id) ? undefined : 'it is not the number';
  if (place && subject.readId(body, place) !== item.id) return 'it has another id';
  return entry === 'url' ? undefined : compareFewer(subject, body as Readonly<Record<string, unknown>>, item);
}

function compareFewer(
  { facts }: Subject,
  body: Readonly<Record<string, unknown>>,
  { content }: TrueItem,
): string | undefined {
  const [first, ...others] = facts.members;
  if (others.some(({ name }) => body[name] !== undefined)) return 'it has too many members';
  const name = first?.name ?? '';
  return isDeepStrictEqual(body[name], content[name]) ? undefined : `it has another ${name}`;
}

/** Reading a list again shows the same. */
const listAgain: CollectionProbe = {
  name: 'list-again',
  applies: (_, { design }) => design.service.otherClients === 'none',
  async run(subject) {
    const path = subject.fill(subject.facts.listPath);
    const answers: Answer[] = [];
    for (let time = 0; time < 4; time++) answers.push(await subject.send({ path }));
    subject.expect(
      answers.every(({ text }) => text === answers[0]?.text),
      'the list changes while nothing is written',
    );
  },
};

/** Reading after a write shows what was written, also where it was read before. */
const staleReading: CollectionProbe = {
  name: 'stale-reading',
  applies: () => true,
  async run(subject) {
    const item = await subject.provideItem();
    await walkList(subject);
    if (item && subject.facts.itemPath) await subject.read(item.id);
    const [change] = subject.facts.changes;
    const content = subject.newContent();
    if (item && change && content) {
      const { answer, shown } = await changeAndRead(subject, change, item, content);
      const now = subject.findTrue(item.id);
      const wrong = now && subject.compare(shown, now, subject.facts.id.item);
      subject.expect(answer.status >= 300 || wrong === undefined, `a change is not shown: ${wrong}`);
    }
    await subject.provideItem();
    const { entries, isMoved } = await walkList(subject);
    const expected = listExpected(subject);
    const difference = isMoved ? undefined : compareList(subject, entries, expected);
    subject.expect(difference === undefined, `after reads and writes, the list ${difference}`);
  },
};

async function changeAndRead(
  subject: Subject,
  change: Subject['facts']['changes'][number],
  item: TrueItem,
  content: Content,
) {
  const ordered = subject.facts.members
    .filter(({ isOrdered }) => isOrdered)
    .map(({ name }) => [name, item.content[name]]);
  const kept = ordered.filter(([, value]) => value !== undefined);
  const answer = await sendChange(subject, change, item.id, { ...content, ...Object.fromEntries(kept) });
  subject.settle();
  return { answer, shown: subject.readItem(await subject.read(item.id)) };
}

/** The query parameter that must be sent is needed. */
const requiredQuery: CollectionProbe = {
  name: 'required-query',
  applies: (facts) => facts.requiredQuery !== undefined,
  async run(subject) {
    const [path = ''] = subject.fill(subject.facts.listPath).split('?');
    const answer = await subject.send({ path });
    subject.expect(answer.status === 400, `the list without its query answers ${answer.status}`);
  },
};

export const listProbes: readonly CollectionProbe[] = [list, listAgain, staleReading, requiredQuery];
