import { defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { createContentSender, unknownMediaType, type WriteMethod } from './_shared/content.js';
import { decideEffect, readEffect, sendControl } from './_shared/content-effect.js';

/** The media type is invented, so that no service supports it; a service that reads the content has accepted it. */
export default defineRule({
  clause: 'ERR-17',
  title: 'Content of an unknown media type returns 415',
  otherwise: 'Content of an unknown media type did not return 415',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 5,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      way: values.oneOf<WriteMethod>('POST', 'PUT', 'PATCH'),
      mediaType: values.oneOf(unknownMediaType, 'text/vnd.assay.unheard-of'),
    }),
  when: async ({ body, way, mediaType }, tools) => {
    const entrance = await createContentSender(way, body, tools);
    const text = JSON.stringify(entrance.content);
    const sending = await entrance.send(text, mediaType);
    // Where the same text is refused in its usual type, its type is not the reason.
    const sendUsual = async () =>
      http.hasStatus(sending.exchange, 2) ? entrance.sendOrdinary() : (await entrance.send(text)).exchange;
    const ordinary = http.hasStatus(sending.exchange, 415) ? undefined : await sendUsual();
    const got = await readEffect(sending, text, entrance.word);
    return { ordinary, got, plain: await sendControl(entrance, sending) };
  },
  then: ({ ordinary, got, plain }) => {
    const { exchange, look } = got;
    const { method, answer } = exchange;
    if (http.hasStatus(exchange, 415)) return held;
    if (http.hasStatus(exchange, 401, 403)) return inconclusive('refused', `${method} returned ${answer?.status}`);
    if (!ordinary || !http.hasStatus(ordinary, 2))
      return inconclusive('setup', `valid content returned ${ordinary?.answer?.status} as well`);
    const effect = http.hasStatus(exchange, 2) ? decideEffect(got) : undefined;
    if (effect === 'understood') return heldWithNote(`content of ${method} is read whatever its media type`);
    if (effect === 'ignored' && plain && decideEffect(plain) !== 'understood')
      return inconclusive('setup', 'the item does not show the text that valid content carried');
    if (effect === undefined && !http.hasStatus(exchange, 400, 422, 500))
      return inconclusive('setup', `${method} returned ${answer?.status}`);
    return violated({
      expected: `${method} of content of an unknown media type returns 415`,
      actual: `${method} returned ${answer?.status}${effect ? ', without a visible effect' : ''}`,
      shows: look ? [exchange, look] : [exchange],
    });
  },
  silentIn: ['put-204', 'created-location-only', 'keys-required', 'errors-empty', 'etags'],
});
