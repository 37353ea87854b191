import { describe, expect, it } from 'vitest';
import { object, text } from '../../../test/support/scripted-service.fixture.js';
import { bodyMembers } from './body-members.js';

const order = object({ note: text, email: text });

describe('the members of a creation body', () => {
  it.each([
    ['are its own', order, ['/note', '/email'], false],
    ['stand below a wrapper', object({ order }), ['/order/note', '/order/email'], true],
    [
      'stand below a wrapper beside a key',
      object({ idempotency_key: text, order }),
      ['/order/note', '/order/email'],
      true,
    ],
    [
      'are the attributes of a resource object',
      object({ data: object({ type: text, attributes: order }) }),
      ['/data/attributes/note', '/data/attributes/email'],
      true,
    ],
    ['include an object that is a part', object({ note: text, address: order }), ['/note', '/address'], false],
    ['include an object that only points', object({ order: object({ id: text }) }), ['/order'], false],
    ['are none of a text', text, [], false],
  ])('%s', (_, schema, pointers, isWrapped) => {
    const members = bodyMembers({}, schema);
    expect(members.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(members.every((member) => member.isWrapped === isWrapped)).toBe(true);
  });
});
