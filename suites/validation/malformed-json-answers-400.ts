import {
  creatable,
  defineRule,
  type Finding,
  hasStatus,
  held,
  heldWithNote,
  inconclusive,
  oneOf,
  readable,
  record,
  violated,
} from '#rule';
import { decideEffect, type ReceivedContent, readEffect, sendControl } from './_content-effect.js';
import { malformations, malformed } from './_malformed-json.js';
import { createContentSender, type WriteMethod } from './_send-content.js';

/** Parsers may accept more than JSON (RFC 8259 §9): content that was understood is noted. */
export default defineRule({
  clause: 'ERR-07',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'Malformed JSON returns 400',
  otherwise: 'Malformed JSON did not return 400',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 9,
  given: (bodies) =>
    record({ body: bodies.body(), way: oneOf<WriteMethod>('POST', 'PUT', 'PATCH'), how: oneOf(...malformations) }),
  when: async ({ body, way, how }, tools) => {
    const entrance = await createContentSender(way, body, tools);
    const text = malformed[how](JSON.stringify(entrance.content));
    const sending = await entrance.send(text);
    const isTold = hasStatus(sending.exchange, 400);
    const ordinary = isTold ? undefined : await entrance.sendOrdinary();
    const got = await readEffect(sending, text, entrance.word);
    return { how, ordinary, got, plain: await sendControl(entrance, sending) };
  },
  then: ({ how, ordinary, got, plain }, { dialect }) => {
    const { exchange } = got;
    const status = exchange.answer?.status ?? 0;
    if (dialect.badSyntax.includes(status)) return held;
    if (hasStatus(exchange, 401, 403)) return inconclusive('refused', `${exchange.method} returned ${status}`);
    if (hasStatus(exchange, 5)) return inconclusive('no-answer', `${exchange.method} returned ${status}`);
    if (!ordinary || !hasStatus(ordinary, 2))
      return inconclusive('setup', `well-formed content returned ${ordinary?.answer?.status} as well`);
    return hasStatus(exchange, 2) ? lenient(got, plain, how) : accused(got, dialect.badSyntax);
  },
  proof: {
    violatedBy: ['malformed-post-answers-422', 'malformed-put-answers-422', 'truncated-post-answers-201'],
    silentIn: ['syntax-422', 'errors-empty', 'errors-text', 'put-204', 'etags', 'keys-required'],
  },
});

function lenient(got: ReceivedContent, plain: ReceivedContent | undefined, how: string): Finding {
  const effect = decideEffect(got);
  if (effect === 'understood') return heldWithNote(`content with the defect "${how}" is accepted`);
  if (effect === undefined && how !== 'bare')
    return inconclusive('setup', 'the effect of malformed JSON is not visible');
  if (effect === 'ignored' && plain && decideEffect(plain) !== 'understood')
    return inconclusive('setup', 'the item does not show the text that well-formed content carried');
  return accused(got, [400]);
}

const accused = ({ exchange, look }: ReceivedContent, wanted: readonly number[]): Finding =>
  violated({
    expected: `${exchange.method} of malformed JSON returns ${wanted.join(' or ')}`,
    actual: `${exchange.method} returned ${exchange.answer?.status}${look ? ', without a visible effect' : ''}`,
    shows: look ? [exchange, look] : [exchange],
  });
