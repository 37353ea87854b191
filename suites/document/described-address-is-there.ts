import { type Collection, compare, defineRule, held, http, inconclusive, type Json, type Tools, violated } from '#rule';
import { describedRead } from './_shared/described-reads.js';

/**
 * What lies below an item may be missing, and the value of an example may belong to nothing: 404 counts only for an
 * address without parameters, and for an item that its list still shows: another client may have removed it.
 */
export default defineRule({
  clause: 'DOC-05',
  per: 'operation',
  title: 'A described GET exists',
  otherwise: 'A described GET does not exist',
  touches: 'reads',
  needs: [describedRead],
  when: async (_, { subject, client, collection, share }: Tools) => {
    const { path, lastValue } = subject.address();
    const last = /\{([^{}]+)\}$/.exec(subject.resource().name)?.[1];
    const source = subject.resource().values.find(({ name }) => name === last)?.source;
    const isReal = !subject.resource().name.includes('{') || (source === 'entry' && isIdOf(collection, last));
    const read = await share('described read', () => client.send({ method: 'GET', path }));
    if (!isReal || lastValue === undefined || !http.hasStatus(read, 404)) return { isReal, read, isListed: true };
    const list = await client.send({ method: 'GET', path: path.slice(0, path.split('?')[0]?.lastIndexOf('/')) || '/' });
    return { isReal, read, isListed: showsId(list.answer?.json, lastValue, collection) };
  },
  then: ({ isReal, read, isListed }) => {
    const status = read.answer?.status;
    if (http.hasStatus(read, 404) && !isReal)
      return inconclusive('no-usable-case', 'GET returned 404, and what it reads may be missing');
    if (!http.hasStatus(read, 404, 405, 501)) return held;
    if (!isListed) return inconclusive('noise', 'the list no longer shows the item, so it may have been removed');
    return violated({ expected: 'the described operation', actual: `GET returned ${status}`, shows: [read] });
  },
  silentIn: ['inventory', 'inventory-with-numeric-ids', 'nullable-30'],
});

const nameIdMember = ({ id }: Collection): string => id.pointer.slice(id.pointer.lastIndexOf('/') + 1);

/** Whether the member that was taken for the id is one by its name, by that of the path parameter, or by the profile. */
function isIdOf(collection: Collection, parameter = ''): boolean {
  const member = nameIdMember(collection).toLowerCase();
  const isDeclared = collection.facts.some(({ about, provenance }) => about === 'id' && provenance === 'declared');
  return isDeclared || /(id|key|slug|handle)$/.test(member) || parameter.toLowerCase().endsWith(member);
}

/** Whether content shows an item with an id, as a member of an object or as an element of a list. */
function showsId(json: Json | undefined, id: string, collection: Collection): boolean {
  const isOwn = (one: Json | undefined) => (typeof one === 'string' || typeof one === 'number') && String(one) === id;
  if (Array.isArray(json)) return json.some((one) => isOwn(one) || showsId(one, id, collection));
  const member = nameIdMember(collection);
  const shows = ([name, one]: [string, Json | undefined]) =>
    (name === member && isOwn(one)) || showsId(one, id, collection);
  return compare.isObject(json) && Object.entries(json).some(shows);
}
