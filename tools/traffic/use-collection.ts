import { readMatch, sendChange } from '../shapes/checker/probes/change.js';
import { removeItem } from '../shapes/checker/probes/removal.js';
import type { Subject } from '../shapes/checker/subject.js';
import { walkList } from '../shapes/checker/walk-list.js';
import type { CollectionFacts } from '../shapes/facts/facts.js';
import { breakContent, type Content } from '../shapes/facts/values.js';

type Change = CollectionFacts['changes'][number];

/** Refused contents of one kind that a client sends, and entries of a page that it asks for. */
const [mostBroken, pageSize] = [3, 3];

/** What a client does with a collection: lists, creates, reads, changes and removes items, with conditions, repetitions and mistakes. */
export async function useCollection(subject: Subject, caller: number): Promise<void> {
  const { facts } = subject;
  await walkList(subject);
  if (facts.paging) await walkList(subject, Math.min(facts.paging.maximumSize ?? pageSize, pageSize));
  const content = subject.isCreatable ? subject.newContent(caller) : undefined;
  const id = content ? await createItem(subject, content) : subject.findReferenced(facts.index, caller)?.id;
  if (id !== undefined && facts.itemPath !== undefined) await useItem(subject, id, content);
  if (content) await sendBroken(subject, content);
  await subject.send({ method: 'DELETE', path: subject.fill(facts.listPath) });
  if (facts.itemPath !== undefined) await subject.read(subject.newId());
  if (facts.paging) await walkList(subject, Math.min(facts.paging.maximumSize ?? pageSize, pageSize));
}

/** Creates an item, twice with the same key; returns its id as the service has it. */
async function createItem(subject: Subject, content: Content): Promise<string | undefined> {
  const { service, facts, design } = subject;
  const before = new Set(service.truth.created.map(({ id }) => id));
  const [id, key] = [subject.newId(), design.idempotency === 'none' ? null : `key-${service.contents++}`];
  await subject.create(content, { id, key });
  const made = service.truth.created.find((one) => one.collection === facts.index && !before.has(one.id));
  if (key === null) return made?.id;
  await subject.create(content, { id, key });
  await subject.create({ ...content, ...subject.newContent() }, { id, key });
  return made?.id;
}

async function useItem(subject: Subject, id: string, content: Content | undefined): Promise<void> {
  const { facts, choices } = subject;
  const path = subject.itemPath(id);
  for (let reads = 0; reads < 4; reads += 1) await subject.read(id);
  await subject.send({ method: 'HEAD', path });
  for (const change of content && subject.mayWrite ? facts.changes : []) await changeItem(subject, change, id);
  if (facts.action && content) {
    await subject.read(id);
    for (const reason of ['no longer needed', 'no longer needed'])
      await subject.sendJson('POST', subject.fill(facts.action.path, id), { reason });
    await subject.read(id);
  }
  if (choices.removal === 'none' || !content) return;
  await removeItem(subject, id);
  await subject.read(id);
  subject.service.clock.pause(5_000);
  await subject.read(id);
  await subject.send({ method: 'DELETE', path });
  await subject.read(id);
}

/** Changes an item between reads, then with conditions that are true and false, and with content that is refused. */
async function changeItem(subject: Subject, change: Change, id: string): Promise<void> {
  const { service, facts } = subject;
  const readTag = async () => {
    service.clock.pause(3_000);
    return (await subject.read(id)).headers.etag;
  };
  const next = (): Content => ({ ...subject.findTrue(id)?.content, ...keepOrdered(subject, id) });
  const old = await readTag();
  await sendChange(subject, change, id, next());
  const tag = await readTag();
  if (old !== undefined && tag !== undefined) {
    for (const one of [old, tag]) await subject.read(id, { headers: { 'if-none-match': one } });
    for (const one of [old, tag]) await sendChange(subject, change, id, next(), { headers: { 'if-match': one } });
    await readTag();
  }
  const [part] = facts.members.filter(({ isOrdered, refersTo }) => !isOrdered && refersTo === undefined);
  if (part && change.method === 'PATCH') await sendChange(subject, change, id, { [part.name]: next()[part.name] });
  await readTag();
  for (const wrong of listBroken(subject, next())) {
    await sendChange(subject, change, id, wrong);
    await readTag();
  }
  const headers = await readMatch(subject, id);
  await subject.sendJson(change.method, subject.itemPath(id), '{"x":', { mediaType: change.mediaType, headers });
}

/** New values of all members but those with an order of values. */
function keepOrdered(subject: Subject, id: string): Content {
  const kept = subject.facts.members.filter(({ isOrdered, isDefaultFlag }) => isOrdered || isDefaultFlag);
  const old = subject.findTrue(id)?.content ?? {};
  return { ...subject.newContent(), ...Object.fromEntries(kept.map(({ name }) => [name, old[name]])) };
}

const listBroken = (subject: Subject, valid: Content): Content[] =>
  breakContent(subject.facts.members, valid, undefined, (collection) => subject.findReferenced(collection))
    .slice(0, mostBroken)
    .map(({ content }) => content);

/** Creations that are refused, each of them twice. */
async function sendBroken(subject: Subject, content: Content): Promise<void> {
  for (const wrong of listBroken(subject, content))
    for (const id of [subject.newId()]) {
      await subject.create(wrong, { id });
      await subject.create(wrong, { id });
    }
  const { create, itemPath } = subject.facts;
  const path = subject.fill(create?.path ?? '', create?.path === itemPath ? subject.newId() : undefined);
  await subject.sendJson(create?.method ?? 'POST', path, '{"x":');
}
