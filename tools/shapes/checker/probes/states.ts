import type { Subject } from '../subject.js';
import { sendChange } from './change.js';
import type { CollectionProbe } from './probe.js';

const hasTags: CollectionProbe['applies'] = ({ design, itemPath }) =>
  itemPath !== undefined && design.choices.entityTag !== 'none';

/** An item has an entity tag that changes with it, and conditional reads of it. */
const entityTag: CollectionProbe = {
  name: 'entity-tag',
  applies: hasTags,
  async run(subject) {
    const item = await subject.findItem();
    if (!item) return;
    const { etag = '' } = (await subject.read(item.id)).headers;
    const isWeak = subject.choices.entityTag === 'weak';
    subject.expect(new RegExp(`^${isWeak ? 'W/' : ''}"[^"]+"$`).test(etag), `the entity tag is ${etag}`);
    const same = await subject.read(item.id, { headers: { 'if-none-match': etag } });
    subject.expect(same.status === 304 && same.bytes.length === 0, `If-None-Match with the tag answers ${same.status}`);
    const other = await subject.read(item.id, { headers: { 'if-none-match': '"other"' } });
    subject.expect(other.status === 200, `If-None-Match with another tag answers ${other.status}`);
    const [change] = subject.facts.changes;
    const content = subject.newContent();
    if (!change || !content || !subject.mayWrite) return;
    const kept = keepOrder(subject, item.content);
    await sendChange(
      subject,
      change,
      item.id,
      { ...content, ...kept },
      isWeak ? {} : { headers: { 'if-match': etag } },
    );
    subject.settle();
    const changed = await subject.read(item.id, { headers: { 'if-none-match': etag } });
    subject.expect(changed.status === 200 && changed.headers.etag !== etag, 'the tag stays after a change');
  },
};

function keepOrder(subject: Subject, content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = subject.facts.members.filter(({ isOrdered }) => isOrdered);
  return Object.fromEntries(kept.map(({ name }) => [name, content[name]]).filter(([, value]) => value !== undefined));
}

/** A write of an item that another client changed is refused. */
const preconditions: CollectionProbe = {
  name: 'preconditions',
  applies: (facts, service) => hasTags(facts, service) && facts.changes.length > 0,
  async run(subject) {
    const item = await subject.provideItem();
    const [change] = subject.facts.changes;
    const content = subject.newContent();
    if (!item || !change || !content) return;
    const next = { ...content, ...keepOrder(subject, item.content) };
    const before = subject.readState(item.id);
    const stale = await sendChange(subject, change, item.id, next, { headers: { 'if-match': '"stale"' } });
    subject.expect(stale.status === 412, `a stale If-Match answers ${stale.status}`);
    subject.expect(subject.readState(item.id) === before, 'a change with a stale If-Match is stored');
    if (subject.choices.preconditions === 'required') {
      const none = await sendChange(subject, change, item.id, next, { headers: {} });
      subject.expect(none.status === 428, `a change without If-Match answers ${none.status}`);
    }
    const { etag = '' } = (await subject.read(item.id)).headers;
    const right = await sendChange(subject, change, item.id, next, { headers: { 'if-match': etag } });
    const isWeak = subject.choices.entityTag === 'weak';
    subject.expect(isWeak ? right.status === 412 : right.status < 300, `the right If-Match answers ${right.status}`);
    if (subject.choices.removal === 'none') return;
    const removed = await subject.send({
      method: 'DELETE',
      path: subject.itemPath(item.id),
      headers: { 'if-match': '"stale"' },
    });
    subject.expect(removed.status === 412, `DELETE with a stale If-Match answers ${removed.status}`);
  },
};

const hasAction: CollectionProbe['applies'] = ({ action }) => action !== undefined;

/** An action changes the state once, leaves its record, and GET does not perform it. */
const action: CollectionProbe = {
  name: 'action',
  applies: hasAction,
  async run(subject) {
    const item = await subject.findItem();
    const { action: facts } = subject.facts;
    if (!item || !facts) return;
    const path = subject.fill(facts.path, item.id);
    const got = await subject.send({ path });
    subject.expect(got.status >= 400, `GET of the action answers ${got.status} before it is performed`);
    subject.settle();
    await checkState(subject, item.id, facts.states[0]);
    if (!subject.mayWrite) return;
    const answer = await subject.sendJson('POST', path, { reason: 'no longer needed' });
    subject.expect(
      answer.status === (facts.hasRecord ? 201 : 200),
      `the action answers ${answer.status} ${answer.text.slice(0, 90)}`,
    );
    subject.settle();
    await checkState(subject, item.id, facts.states[1]);
    await checkRecord(subject, path, facts.hasRecord);
    const again = await subject.sendJson('POST', path, { reason: 'once more' });
    const { repeatedAction } = subject.choices;
    const status = repeatedAction === 'conflict' ? Number(subject.design.conflictStatus) : 200;
    subject.expect(again.status === status, `the action answers ${again.status} when it is repeated`);
    await checkRecord(subject, path, facts.hasRecord);
  },
};

async function checkState(subject: Subject, id: string, state: string): Promise<void> {
  const { action: facts } = subject.facts;
  const read = await subject.read(id);
  const body = subject.readItem(read) as Readonly<Record<string, unknown>> | undefined;
  const isShown = subject.expect(body?.[facts?.stateMember ?? ''] === state, `the state is not ${state}`);
  if (!isShown || subject.choices.actionLinks === 'none') return;
  const hasLink = Array.isArray(body?.actions) && body.actions.length > 0;
  subject.expect(
    hasLink === (state === facts?.states[0]),
    `an item that is ${state} has ${hasLink ? 'a' : 'no'} link to the action`,
  );
}

async function checkRecord(subject: Subject, path: string, hasRecord: boolean): Promise<void> {
  const answer = await subject.send({ path });
  if (!hasRecord) {
    subject.expect(answer.status >= 400, `GET of the action answers ${answer.status}`);
    return;
  }
  const record = answer.json as Readonly<Record<string, unknown>> | undefined;
  const isWhole = ['id', 'author', 'date'].every((name) => typeof record?.[name] === 'string');
  subject.expect(answer.status === 200 && isWhole, `the record answers ${answer.status} ${answer.text.slice(0, 100)}`);
  subject.expect(record?.reason === 'no longer needed', `the record has the reason ${record?.reason}`);
}

/** After its action, an item cannot be changed where the design says so. */
const closed: CollectionProbe = {
  name: 'closed',
  applies: ({ design }) => design.choices.states === 'after-action',
  async run(subject) {
    const item = await subject.provideItem();
    const content = subject.newContent();
    const [change] = subject.facts.changes;
    const { action: facts } = subject.facts;
    if (!item || !content || !change || !facts) return;
    await subject.sendJson('POST', subject.fill(facts.path, item.id), {});
    subject.settle();
    const answer = await sendChange(subject, change, item.id, content);
    subject.expect(
      answer.status === Number(subject.design.conflictStatus),
      `a change after the action answers ${answer.status}`,
    );
    const now = JSON.stringify(subject.findTrue(item.id)?.content);
    subject.expect(now === JSON.stringify(item.content), 'a change after the action is stored');
  },
};

export const stateProbes: readonly CollectionProbe[] = [entityTag, preconditions, action, closed];
