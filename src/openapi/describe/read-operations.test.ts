import { expect, test } from 'vitest';
import { readExamples } from './read-operations.js';

const document = {
  components: {
    examples: { small: { value: { name: 'small' } } },
    schemas: {
      Thing: {
        type: 'object',
        properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
        example: { id: 7, name: 'shown' },
      },
    },
  },
};

test('reads the examples of the media type and of its schema, each once', () => {
  const media = {
    examples: {
      one: { value: { name: 'one' } },
      small: { $ref: '#/components/examples/small' },
      again: { value: { name: 'one' } },
    },
    schema: { $ref: '#/components/schemas/Thing' },
  };
  expect(readExamples(document, media)).toEqual([{ name: 'one' }, { name: 'small' }, { name: 'shown' }]);
});

test('keeps every member of an example of the request itself', () => {
  expect(readExamples(document, { example: { id: 1, name: 'a' } })).toEqual([{ id: 1, name: 'a' }]);
});

test('reads none where there is none, or where it is outside of the document', () => {
  expect(readExamples(document, {})).toEqual([]);
  expect(readExamples(document, { examples: { far: { externalValue: 'https://elsewhere.example/a.json' } } })).toEqual(
    [],
  );
});
