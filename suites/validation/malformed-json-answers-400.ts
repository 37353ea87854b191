import { defineMonitor, defineRule, held, http, inconclusive, needs, values } from '#rule';
import { createContentSender, malformations, malformed, type WriteMethod } from './_shared/content.js';
import { accuseMalformed, judgeSuccess, readEffect, sendControl } from './_shared/content-effect.js';

/** Parsers may accept more than JSON (RFC 8259 §9): content that was understood is noted. */
export default defineRule({
  clause: 'ERR-07',
  title: 'Malformed JSON returns 400',
  otherwise: 'Malformed JSON did not return 400',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 9,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      way: values.oneOf<WriteMethod>('POST', 'PUT', 'PATCH'),
      how: values.oneOf(...malformations),
    }),
  when: async ({ body, way, how }, tools) => {
    const entrance = await createContentSender(way, body, tools);
    const text = malformed[how](JSON.stringify(entrance.content));
    const sending = await entrance.send(text);
    const isTold = http.hasStatus(sending.exchange, 400);
    const ordinary = isTold ? undefined : await entrance.sendOrdinary();
    const got = await readEffect(sending, text, entrance.word);
    return { how, ordinary, got, plain: await sendControl(entrance, sending) };
  },
  then: ({ how, ordinary, got, plain }, { dialect }) => {
    const { exchange } = got;
    const status = exchange.answer?.status ?? 0;
    if (dialect.badSyntax.includes(status)) return held;
    if (http.hasStatus(exchange, 401, 403)) return inconclusive('refused', `${exchange.method} returned ${status}`);
    if (http.hasStatus(exchange, 5)) return inconclusive('no-answer', `${exchange.method} returned ${status}`);
    if (!ordinary || !http.hasStatus(ordinary, 2))
      return inconclusive('setup', `well-formed content returned ${ordinary?.answer?.status} as well`);
    return http.hasStatus(exchange, 2) ? judgeSuccess(got, plain, how) : accuseMalformed(got, dialect.badSyntax);
  },
  monitor: defineMonitor({
    expected: 'malformed JSON is refused',
    on: (exchange) => {
      const { fields, content, answer, hasContent } = exchange;
      const isJson = /^application\/json\b/i.test(fields['content-type'] ?? '') && hasContent && content !== undefined;
      if (!isJson || answer === undefined || isParsable(content)) return undefined;
      return http.hasStatus(exchange, 2) ? { flaw: `malformed JSON returned ${answer.status}` } : 'kept';
    },
  }),
  silentIn: ['syntax-422', 'errors-empty', 'errors-text', 'put-204', 'etags', 'keys-required'],
});

function isParsable(content: string): boolean {
  try {
    JSON.parse(content);
    return true;
  } catch {
    // Lines of JSON are often sent under the type of one.
    return content.trim() === '' || /\}\s*\n\s*\{/.test(content);
  }
}
