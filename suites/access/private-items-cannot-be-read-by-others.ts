import {
  assume,
  creatable,
  credentialsFor,
  defineRule,
  hasStatus,
  held,
  heldWithNote,
  type Item,
  integer,
  oneOf,
  privateItems,
  readable,
  readBack,
  record,
  type Tools,
  violated,
} from '#rule';
import { askAsOther, isAlike } from './_other.js';

/** Read by its owner first, once or more: what was put by for the owner must not be handed to others. */
export default defineRule({
  clause: 'AUTH-06',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'What is private to one caller is not read by another',
  otherwise: 'What is private to one caller was shown to another',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, privateItems, credentialsFor('otherTenant')],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) => record({ body: bodies.body(), way: oneOf('item', 'record'), reads: integer(0, 2) }),
  when: async ({ body, way, reads }, tools) => {
    const { exchange: made, item, mark } = await tools.items.post(body, { marked: true });
    assume(item !== undefined, 'setup', `creation was answered ${made.answer?.status}, and cannot be addressed`);
    let own = await readBack(item);
    const path = (way === 'record' ? await recordOf(item, tools) : undefined) ?? item.path;
    for (let i = path === item.path ? 0 : -1; i < reads; i += 1) own = await tools.http.send({ method: 'GET', path });
    assume(hasStatus(own, 200), 'setup', `GET of the owner was answered ${own.answer?.status}`);
    return { made, mark, own, asked: await askAsOther(path, tools) };
  },
  then: ({ made, mark, own, asked }, judging) => {
    if (!hasStatus(asked, 2)) return held;
    const isMarked = asked.answer?.text.includes(mark) ?? false;
    if (!isMarked && !isAlike(own, asked, judging))
      return heldWithNote('the URL leads the other tenant to another thing');
    return violated({
      expected: 'GET of the other tenant answers 403 or 404',
      actual: `GET answers ${asked.answer?.status}, with what is private`,
      shows: [made, own, asked],
    });
  },
  proof: {
    violatedBy: [
      'other-tenant-reads-by-id',
      'other-tenant-reads-an-order-read-twice',
      'other-tenant-reads-action-records',
    ],
    silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'hides-existence', 'ids-integer'],
  },
});

/** The path of what an action left behind, where there is one to read. */
async function recordOf(item: Item, { collection, perform, buildActionPath }: Tools): Promise<string | undefined> {
  const initial = collection.states?.initial;
  const isLegal = (from?: readonly string[]) => from === undefined || initial === undefined || from.includes(initial);
  const action = collection.actions.find(({ get, post, from }) => get && post && isLegal(from));
  const done = action && (await perform(item, action));
  return action && done && hasStatus(done, 2) ? buildActionPath(action, item) : undefined;
}
