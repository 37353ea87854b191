import { describe, expect, it } from 'vitest';
import { createObjectSchema, textSchema } from '../../../test/support/scripted-service.fixture.js';
import { listBodyMembers } from './body-members.js';

const order = createObjectSchema({ note: textSchema, email: textSchema });

describe('the members of a creation body', () => {
  it.each([
    ['are its own', order, ['/note', '/email'], false],
    ['are inside a wrapper', createObjectSchema({ order }), ['/order/note', '/order/email'], true],
    [
      'are inside a wrapper beside a key',
      createObjectSchema({ idempotency_key: textSchema, order }),
      ['/order/note', '/order/email'],
      true,
    ],
    [
      'are the attributes of a resource object',
      createObjectSchema({ data: createObjectSchema({ type: textSchema, attributes: order }) }),
      ['/data/attributes/note', '/data/attributes/email'],
      true,
    ],
    [
      'include an object that is a part',
      createObjectSchema({ note: textSchema, address: order }),
      ['/note', '/address'],
      false,
    ],
    [
      'include an object that only points',
      createObjectSchema({ order: createObjectSchema({ id: textSchema }) }),
      ['/order'],
      false,
    ],
    ['are none of a text', textSchema, [], false],
  ])('%s', (_, schema, pointers, isWrapped) => {
    const members = listBodyMembers({}, schema);
    expect(members.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(members.every((member) => member.isWrapped === isWrapped)).toBe(true);
  });
});
