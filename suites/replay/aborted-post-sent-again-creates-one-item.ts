import {
  type AbortPoint,
  creatable,
  defineRule,
  idempotencyKeyed,
  listable,
  markable,
  oneOf,
  readable,
  record,
} from '#rule';
import { judgeAborted, readOutcome } from './_aborted-post.js';
import { countItems } from './_count-items.js';
import { repeatCreation } from './_retry-creation.js';
import { omitUniqueMembers } from './_without-unique-members.js';

/** The connection is closed after the whole request or half of it was sent; the client then does not know whether it arrived. */
export default defineRule({
  clause: 'KEY-03',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'An aborted POST, retried with its key, creates one item',
  otherwise: 'An aborted POST, retried with its key, did not create one item',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, listable, markable, idempotencyKeyed],
  assumes: [
    'creation/created-item-is-readable',
    'creation/identity-is-stable',
    'replay/repeated-key-creates-one-item',
    'replay/concurrent-requests-with-one-key-create-one-item',
  ],
  cases: 3,
  given: (bodies) => record({ body: bodies.body(), tear: oneOf<AbortPoint>('whole', 'half'), looks: oneOf(1, 1, 0) }),
  when: async ({ body, tear, looks }, tools) => {
    const { items, fresh } = tools;
    const key = fresh.key();
    const torn = await items.abort(await omitUniqueMembers(body, tools), { key, tear, marked: true });
    // The read gives the service time to notice that the connection was closed.
    if (looks > 0) await items.page(items.firstPage(1));
    const asked = await repeatCreation(items, body, { key, like: torn });
    const found = await readOutcome(asked.at(-1) ?? torn, await countItems(tools, asked), tools);
    return { sent: [torn, ...asked].map(({ exchange }) => exchange), ...found };
  },
  then: judgeAborted,
  proof: {
    violatedBy: ['aborted-post-forgets-its-key', 'aborted-post-is-undone-but-its-key-kept'],
    silentIn: ['key-in-flight-409', 'key-replays-current', 'key-in-body', 'keys-required', 'unique-reference'],
  },
});
