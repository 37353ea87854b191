import { assume, compare, defineRule, held, heldWithNote, http, type Json, needs, values } from '#rule';

/** A reviewer decides about the findings: a revision may be part of the contract. */
export default defineRule({
  clause: 'RES-04',
  title: 'Bodies show no internals of the service (observed)',
  otherwise: 'Bodies show internals of the service',
  touches: 'reads',
  needs: [needs.readable],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, client, collection }) => {
    const item = await items.getAny(body);
    const answers = [item.createdBy, await item.getUntil((exchange) => http.hasStatus(exchange, 200))];
    if (collection.list) answers.push(await client.send({ method: 'GET', path: items.firstPage(null) }));
    const good = answers.filter((exchange) => http.hasStatus(exchange, 2));
    assume(good.length > 0, 'setup', 'no request succeeded');
    return { good };
  },
  then: ({ good }) => {
    const traces = good.flatMap(({ method, path, answer }) =>
      findInternalNames(answer?.json).map((pointer) => `${pointer} in ${method} ${path.split('?')[0]}`),
    );
    return traces.length === 0 ? held : heldWithNote(`names of internals: ${traces.slice(0, 3).join('; ')}`);
  },
  silentIn: ['version-counter', 'time-in-the-body', 'error-member'],
});

/** Members that databases, object mappers and login tables have, and public contracts do not. */
const internal =
  /^(__v|__typename__|_class|_cls|\$oid|\$date|\$numberdecimal|_rev|_etag|_ts|_rid|_self|_attachments|ctid|xmin|rowid|password|passwd|pwd|passwordhash|passworddigest|passwordsalt|salt|hashedpassword|encryptedpassword|deletedat|isdeleted|hibernatelazyinitializer|changetracker)$/;

/** Pointers to members whose names suggest internals of the service, up to ten; entries of a list count once. */
function findInternalNames(json: Json | undefined, path: readonly string[] = [], depth = 0): string[] {
  if (typeof json !== 'object' || json === null || depth > 6) return [];
  if (Array.isArray(json))
    return unique(json.slice(0, 5).flatMap((one) => findInternalNames(one, [...path, '*'], depth + 1)));
  const members = compare.isObject(json) ? Object.entries(json) : [];
  const found = members.flatMap(([name, part]) => {
    const here = [...path, name];
    const own = isInternal(name) && part !== null ? [compare.buildPointer(here)] : [];
    return [...own, ...findInternalNames(part, here, depth + 1)];
  });
  return unique(found);
}

/** Letter case and separators are a matter of style; leading special characters are not. */
const isInternal = (name: string): boolean => {
  const lower = name.toLowerCase();
  return internal.test(lower) || internal.test(lower.replace(/(?<=[a-z])[_-](?=[a-z])/g, ''));
};

const unique = (pointers: readonly string[]): string[] => [...new Set(pointers)].slice(0, 10);
