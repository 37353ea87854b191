import { isDeepStrictEqual } from 'node:util';
import type { TrueItem } from '../../engine/truth.js';
import type { CollectionFacts } from '../../facts/facts.js';
import { breakContent, type Content } from '../../facts/values.js';
import type { Answer } from '../client.js';
import type { Subject } from '../subject.js';
import type { CollectionProbe } from './probe.js';

type Change = CollectionFacts['changes'][number];

/** The entity tag that a write needs. */
export async function readMatch(subject: Subject, id: string): Promise<Record<string, string>> {
  if (subject.choices.preconditions !== 'required') return {};
  subject.settle();
  return { 'if-match': (await subject.read(id)).headers.etag ?? '' };
}

/** Sends a change of an item, with the tag that it needs. */
export async function sendChange(
  subject: Subject,
  { method, mediaType }: Change,
  id: string,
  content: Content,
  more: { readonly headers?: Record<string, string>; readonly caller?: number } = {},
): Promise<Answer> {
  const patch = Object.entries(content).map(([name, value]) => ({ op: 'add', path: `/${name}`, value }));
  const body = mediaType === 'application/json-patch+json' ? patch : content;
  const headers = more.headers ?? (await readMatch(subject, id));
  return subject.sendJson(method, subject.itemPath(id), body, { ...more, mediaType, headers });
}

/** Content for a change of an item that keeps the values that may not change freely. */
function prepareContent(subject: Subject, item: TrueItem, change: Change): Content | undefined {
  const content = subject.newContent();
  if (!content) return undefined;
  const kept = subject.facts.members.filter(({ isOrdered, isDefaultFlag }) => isOrdered || isDefaultFlag);
  const flags = kept.map(({ name }) => [name, item.content[name]] as const).filter(([, value]) => value !== undefined);
  const whole = { ...content, ...Object.fromEntries(flags) };
  if (change.method === 'PUT') return whole;
  // A partial change has one member, and what that depends on.
  const [first] = subject.facts.members.filter(
    (one) => !kept.includes(one) && !one.lessThan && one.refersTo === undefined && !one.bound,
  );
  return first && !subject.facts.members.some(({ lessThan }) => lessThan === first.name)
    ? { [first.name]: whole[first.name] }
    : whole;
}

/** A change answers as the design says, and the item has the new content; PUT replaces it, others keep the rest. */
const change: CollectionProbe = {
  name: 'change',
  applies: ({ changes }) => changes.length > 0,
  async run(subject) {
    for (const one of subject.facts.changes) {
      const item = await subject.provideItem();
      const content = item && prepareContent(subject, item, one);
      if (!item || !content) return;
      const answer = await sendChange(subject, one, item.id, content);
      const expected = one.method === 'PUT' ? content : { ...item.content, ...content };
      checkAnswer(subject, one, answer);
      const now = subject.findTrue(item.id);
      const difference = now ? compareContent(subject, now.content, expected) : 'it is gone';
      subject.expect(difference === undefined, `after ${one.method}, ${difference}`);
      subject.settle();
      const read = await subject.read(item.id);
      const wrong = now && subject.compare(subject.readItem(read), now, subject.facts.id.item);
      subject.expect(
        read.status === 200 && wrong === undefined,
        `after ${one.method}, the item answers ${read.status}: ${wrong}`,
      );
    }
  },
};

function checkAnswer(subject: Subject, { method }: Change, answer: Answer): void {
  const { changeAnswer } = subject.choices;
  const status = changeAnswer === 'no-content' ? 204 : 200;
  subject.expect(answer.status === status, `${method} answers ${answer.status} ${answer.text.slice(0, 120)}`);
  subject.expect(
    answer.bytes.length > 0 === (changeAnswer === 'item'),
    `${method} answers ${answer.text.slice(0, 60)}`,
  );
}

function compareContent({ facts }: Subject, now: Content, expected: Content): string | undefined {
  const wrong = facts.members.find((one) => !isDeepStrictEqual(now[one.name], expected[one.name] ?? one.default));
  return wrong && `${wrong.name} is ${JSON.stringify(now[wrong.name])}`;
}

/** PUT removes optional members that it does not have. */
const replacing: CollectionProbe = {
  name: 'replacing',
  applies: ({ changes }) => changes.some(({ method }) => method === 'PUT'),
  async run(subject) {
    const put = subject.facts.changes.find(({ method }) => method === 'PUT');
    const item = await subject.provideItem();
    const optional = subject.facts.members.find(
      (one) => !one.isRequired && one.default === undefined && item?.content[one.name] !== undefined,
    );
    const content = item && put && prepareContent(subject, item, put);
    if (!item || !put || !optional || !content) return;
    const { [optional.name]: _, ...rest } = content;
    const answer = await sendChange(subject, put, item.id, rest);
    subject.expect(answer.status < 300, `PUT without ${optional.name} answers ${answer.status}`);
    subject.expect(
      subject.findTrue(item.id)?.content[optional.name] === undefined,
      `PUT without ${optional.name} keeps it`,
    );
  },
};

/** Repeating PUT has no further effect. */
const repeatedPut: CollectionProbe = {
  name: 'repeated-put',
  applies: replacing.applies,
  async run(subject) {
    const put = subject.facts.changes.find(({ method }) => method === 'PUT');
    const item = await subject.provideItem();
    const content = item && put && prepareContent(subject, item, put);
    if (!item || !put || !content) return;
    const created = subject.service.truth.created.length;
    const first = await sendChange(subject, put, item.id, content);
    const one = subject.readState(item.id);
    const second = await sendChange(subject, put, item.id, content);
    subject.expect(second.status === first.status, `a repeated PUT answers ${second.status}, not ${first.status}`);
    subject.expect(subject.readState(item.id) === one, 'a repeated PUT changes the item again');
    subject.expect(subject.service.truth.created.length === created, 'PUT creates an item');
    subject.settle();
    const read = await subject.read(item.id);
    const now = subject.findTrue(item.id);
    const wrong = now && subject.compare(subject.readItem(read), now, subject.facts.id.item);
    subject.expect(wrong === undefined, `after a repeated PUT, ${wrong}`);
  },
};

/** A change that is not valid is refused, and changes nothing. */
const refusedChange: CollectionProbe = {
  name: 'refused-change',
  applies: change.applies,
  async run(subject) {
    for (const one of subject.facts.changes) {
      const item = await subject.provideItem();
      const content = item && prepareContent(subject, item, { ...one, method: 'PUT' });
      if (!item || !content) return;
      const broken = breakContent(subject.facts.members, content, undefined, (collection) =>
        subject.findReferenced(collection),
      );
      for (const { content: wrong, member } of broken.filter((each) => each.content[each.member] !== undefined)) {
        const before = subject.readState(item.id);
        const answer = await sendChange(subject, one, item.id, wrong);
        const { invalidStatus } = subject.design;
        subject.expect(
          answer.status === Number(invalidStatus),
          `${one.method} with a wrong ${member} answers ${answer.status}`,
        );
        subject.expect(subject.readState(item.id) === before, `${one.method} with a wrong ${member} changes the item`);
      }
      const text = await subject.sendJson(one.method, subject.itemPath(item.id), '{"x":', {
        mediaType: one.mediaType,
        headers: await readMatch(subject, item.id),
      });
      subject.expect(text.status === 400, `broken JSON answers ${text.status} to ${one.method}`);
    }
  },
};

/** A value that follows in an order is refused out of it. */
const orderedChange: CollectionProbe = {
  name: 'ordered-change',
  applies: ({ design }) => design.choices.states === 'ordered',
  async run(subject) {
    const [one] = subject.facts.changes;
    const member = subject.facts.members.find(({ isOrdered }) => isOrdered);
    const item = await subject.provideItem();
    if (!item || !one || !member) return;
    const set = (value: string) => sendChange(subject, one, item.id, { ...item.content, [member.name]: value });
    const skipped = await set('closed');
    subject.expect(
      skipped.status === Number(subject.design.conflictStatus),
      `a skipped state answers ${skipped.status}`,
    );
    subject.expect(subject.findTrue(item.id)?.content[member.name] === 'draft', 'a skipped state is stored');
    subject.expect((await set('active')).status < 300, 'the next state is refused');
    subject.expect((await set('closed')).status < 300, 'the last state is refused');
    const back = await set('draft');
    subject.expect(back.status === Number(subject.design.conflictStatus), `an earlier state answers ${back.status}`);
  },
};

/** Changing one item leaves the others as they are. */
const othersUnchanged: CollectionProbe = {
  name: 'others-unchanged',
  applies: change.applies,
  async run(subject) {
    const [one] = subject.facts.changes;
    const [item, other] = [await subject.provideItem(), await subject.provideItem()];
    // All members: a service may share only some of them among items.
    const content = item && one && prepareContent(subject, item, { ...one, method: 'PUT' });
    if (!item || !other || !one || !content) return;
    const before = subject.readState(other.id);
    await sendChange(subject, one, item.id, content);
    subject.expect(subject.readState(other.id) === before, 'a change changes another item');
  },
};

export const changeProbes: readonly CollectionProbe[] = [
  change,
  replacing,
  repeatedPut,
  refusedChange,
  orderedChange,
  othersUnchanged,
];
