import { isDeepStrictEqual } from 'node:util';
import type { TrueItem } from '../../engine/truth.js';
import { readPointer } from '../../facts/json-pointer.js';
import { breakContent, type Content } from '../../facts/values.js';
import type { Answer } from '../client.js';
import { compareList, listExpected } from '../expected-list.js';
import { listTrue } from '../service.js';
import type { Subject } from '../subject.js';
import { walkList } from '../walk-list.js';
import type { CollectionProbe } from './probe.js';

/** Whether items are created one by one. */
export const isCreatable: CollectionProbe['applies'] = ({ create, design }) =>
  create !== undefined && design.choices.create !== 'post-replaces';

/** Sends a creation; returns the new items, as the service has them. */
export async function createNew(
  subject: Subject,
  content: Content,
  options: Parameters<Subject['create']>[1] = {},
): Promise<{ answer: Answer; item: TrueItem | undefined; items: readonly TrueItem[] }> {
  const list = () => listTrue(subject.service, subject.facts, options.caller ?? 0);
  const before = new Set(list().map(({ id }) => id));
  const answer = await subject.create(content, options);
  const items = list().filter(({ id }) => !before.has(id));
  return { answer, item: items[0], items };
}

/** A valid creation answers as the design says, and the item is there. */
const creation: CollectionProbe = {
  name: 'creation',
  applies: isCreatable,
  async run(subject) {
    const content = subject.newContent();
    if (!content) return;
    const { answer, item, items } = await createNew(subject, content);
    subject.expect(items.length < 2, `a creation creates ${items.length} items`);
    subject.expect(
      answer.status === Number(subject.choices.createStatus),
      `creation answers ${answer.status} ${answer.text.slice(0, 100)}`,
    );
    if (!subject.expect(item !== undefined, 'creation creates nothing') || !item) return;
    subject.expect(item.parent === subject.parents.at(-1), `the new item is in ${item.parent}`);
    const lost = Object.entries(content).find(([name, value]) => !isDeepStrictEqual(item.content[name], value));
    subject.expect(lost === undefined, `the new item has another ${lost?.[0]}`);
    checkAnswer(subject, answer, item);
    subject.settle();
    const read = await subject.read(item.id);
    const wrong = subject.compare(subject.readItem(read), item, subject.facts.id.item);
    subject.expect(read.status === 200 && wrong === undefined, `the new item answers ${read.status}: ${wrong}`);
    await checkListed(subject);
  },
};

function checkAnswer(subject: Subject, answer: Answer, item: TrueItem): void {
  const { createAnswer } = subject.choices;
  const { location } = answer.headers;
  const isLocated = createAnswer.endsWith('location');
  subject.expect(
    isLocated ? location !== undefined && subject.readIdOfUrl(location) === item.id : location === undefined,
    `Location is ${location}`,
  );
  const body = readPointer(answer.json, createAnswer === 'id' ? '' : subject.facts.itemPointer);
  const { created } = subject.facts.id;
  if (createAnswer === 'id') subject.expect(subject.readId(body, created) === item.id, 'the answer has another id');
  if (createAnswer.startsWith('item')) {
    const wrong = subject.compare(body, item, created);
    subject.expect(wrong === undefined, `the answer to the creation: ${wrong}`);
  }
  if (createAnswer === 'nothing' || createAnswer === 'location')
    subject.expect(answer.bytes.length === 0, 'the answer has content');
}

async function checkListed(subject: Subject): Promise<void> {
  const { entries, isMoved } = await walkList(subject);
  const expected = listExpected(subject);
  const difference = isMoved ? undefined : compareList(subject, entries, expected);
  subject.expect(difference === undefined, `after a creation, the list ${difference}`);
}

/** Members that the design does not have are ignored, refused or kept. */
const unknownMembers: CollectionProbe = {
  name: 'unknown-members',
  applies: isCreatable,
  async run(subject) {
    const content = subject.newContent();
    if (!content) return;
    const { answer, item } = await createNew(subject, { ...content, no_such_member: 'x' });
    const { unknownMembers: kind } = subject.choices;
    if (kind === 'refused') {
      subject.expect(
        answer.status === Number(subject.design.invalidStatus),
        `an unknown member answers ${answer.status}`,
      );
      subject.expect(item === undefined, 'an item with an unknown member was created');
    } else
      subject.expect((item?.content.no_such_member === 'x') === (kind === 'kept'), `an unknown member is not ${kind}`);
  },
};

/** Content that is not valid is refused, and creates nothing. */
const refusal: CollectionProbe = {
  name: 'refusal',
  applies: isCreatable,
  async run(subject) {
    const content = subject.newContent();
    if (!content) return;
    const { item } = await createNew(subject, content);
    const { members } = subject.facts;
    const again = subject.newContent() ?? {};
    const broken = breakContent(members, again, item?.content, (collection) => subject.findReferenced(collection));
    for (const one of broken) {
      const { answer, item: created } = await createNew(subject, one.content);
      const { conflictStatus, invalidStatus } = subject.design;
      const status = Number(one.kind === 'conflict' ? conflictStatus : invalidStatus);
      // A form has texts only: what is no number there has the wrong form.
      subject.expect(answer.status === status, `a wrong ${one.member} answers ${answer.status}`);
      subject.expect(created === undefined, `an item with a wrong ${one.member} was created`);
      checkRefusal(subject, answer, one.member);
    }
  },
};

/** A refusal names the member at fault, in the style of the design. */
function checkRefusal(subject: Subject, answer: Answer, member: string): void {
  const { errorShape, refusal: style } = subject.design;
  const isNamed = style !== 'none' && errorShape !== 'empty' && !(errorShape === 'html' && style === 'field-message');
  const isThere = answer.text.includes(member);
  // These words are in errors anyway.
  if (!isNamed && ['title', 'status', 'text', 'content', 'type'].includes(member)) return;
  subject.expect(isNamed === isThere, `a refusal ${isThere ? 'names' : 'does not name'} ${member}`);
}

/** What cannot be read is refused with 400 and creates nothing. */
const malformed: CollectionProbe = {
  name: 'malformed',
  applies: (facts) => isCreatable(facts, undefined as never) && facts.design.choices.createBody !== 'form',
  async run(subject) {
    const { create, itemPath } = subject.facts;
    const path = subject.fill(create?.path ?? '', create?.path === itemPath ? subject.newId() : undefined);
    const method = create?.method ?? 'POST';
    const keyed =
      subject.design.idempotency === 'required' && method === 'POST'
        ? { [subject.design.keyName]: `malformed-${subject.service.contents++}` }
        : {};
    const isKeyInBody = subject.design.keyName === 'member';
    const before = subject.service.truth.created.length;
    const text = isKeyInBody ? `{"idempotency_key":"malformed-${subject.service.contents++}","x":` : '{"x":';
    const broken = await subject.sendJson(method, path, text, { headers: isKeyInBody ? {} : keyed });
    subject.expect(broken.status === 400, `broken JSON answers ${broken.status}`);
    const other = await subject.sendJson(method, path, text, {
      mediaType: 'text/csv',
      headers: isKeyInBody ? {} : keyed,
    });
    subject.expect(other.status === 415 || other.status === 400, `another media type answers ${other.status}`);
    const isEqual = subject.service.truth.created.length === before;
    subject.expect(isEqual, 'a request that cannot be read creates an item');
  },
};

/** An id that is taken is refused, or the item with it is replaced. */
const takenId: CollectionProbe = {
  name: 'taken-id',
  applies: (facts, service) =>
    isCreatable(facts, service) && (facts.design.choices.idSource === 'body' || facts.create?.path === facts.itemPath),
  async run(subject) {
    const [first, second] = [subject.newContent(), subject.newContent()];
    if (!first || !second) return;
    const id = subject.newId();
    const { item } = await createNew(subject, first, { id });
    subject.expect(item?.id === id, `the new item has the id ${item?.id}`);
    const answer = await subject.create(second, { id });
    const isChange = subject.facts.changes.some(({ method }) => subject.facts.create?.method === method);
    const isReplaced =
      subject.choices.create === 'post-upserts' || (subject.facts.create?.path === subject.facts.itemPath && isChange);
    const now = subject.findTrue(id)?.content ?? {};
    const isSecond = Object.entries(second).every(([name, value]) => isDeepStrictEqual(now[name], value));
    const { preconditions } = subject.choices;
    if (isReplaced && subject.choices.create !== 'post-upserts' && preconditions === 'required') return;
    const isRefused = answer.status === Number(subject.design.conflictStatus);
    if (isReplaced)
      subject.expect(answer.status < 300 && isSecond, `a taken id answers ${answer.status} and does not replace`);
    else subject.expect(isRefused && !isSecond, `a taken id answers ${answer.status}`);
  },
};

export const creationProbes: readonly CollectionProbe[] = [creation, unknownMembers, refusal, malformed, takenId];
