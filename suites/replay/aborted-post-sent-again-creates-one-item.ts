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
import { askAgain } from './_asking.js';
import { takeCensus } from './_census.js';
import { judgeTorn, lookFor } from './_torn.js';
import { unhindered } from './_unhindered.js';

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
    const torn = await items.abort(await unhindered(body, tools), { key, tear, marked: true });
    // The read gives the service time to notice that the connection was closed.
    if (looks > 0) await items.page(items.firstPage(1));
    const asked = await askAgain(items, body, { key, like: torn });
    const found = await lookFor(asked.at(-1) ?? torn, await takeCensus(tools, asked), tools);
    return { sent: [torn, ...asked].map(({ exchange }) => exchange), ...found };
  },
  then: judgeTorn,
  proof: {
    violatedBy: ['aborted-post-forgets-its-key', 'aborted-post-is-undone-but-its-key-kept'],
    silentIn: ['key-in-flight-409', 'key-replays-current', 'key-in-body', 'keys-required', 'unique-reference'],
  },
});
