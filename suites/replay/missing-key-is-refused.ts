import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { keyNames } from '../_shared/recorded-keys.js';
import { findStatus, monitorAfter, needsField } from '../_shared/recorded-sequences.js';

const requiredKey = needs.defineNeed('collection', {
  name: 'required idempotency key',
  reason: 'neither the profile nor the document requires an idempotency key in a header field',
  enable: 'idempotency.required',
  isMet: ({ idempotency }) => idempotency?.required === true && idempotency.in === 'header',
});

/** The same content is accepted with a key: what is refused otherwise proves nothing. */
export default defineRule({
  clause: 'KEY-10',
  title: 'A creation without its required key is refused',
  otherwise: 'A creation without its required key was performed',
  touches: 'writes',
  needs: [needs.postable, requiredKey],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items }) => ({ asked: (await items.post(body, { key: null, isInvalid: true })).exchange }),
  then: ({ asked }) => {
    const status = asked.answer?.status;
    if (http.hasStatus(asked, 401, 403, 429)) return inconclusive('refused', `POST without a key returned ${status}`);
    if (http.hasStatus(asked, 4)) return held;
    if (!http.hasStatus(asked, 2)) return inconclusive('setup', `POST without a key returned ${status}`);
    return violated({ expected: '400, because a key is required', actual: `POST returned ${status}`, shows: [asked] });
  },
  monitor: monitorAfter(
    '400, because a key is required',
    (exchange, traffic) =>
      exchange.method === 'POST' &&
      exchange.hasFields &&
      needsField(exchange, traffic, (name) => keyNames.includes(name) && exchange.fields[name] === undefined)
        ? []
        : undefined,
    findStatus(200, 201, 202, 204),
  ),
  silentIn: ['keys-required', 'key-sf-string'],
});
