import type { Behaviour } from './behaviour.js';
import { createDescriptionBehaviour, type JsonTree, setInputSchema, setNoteSchema } from './description.js';

const createNoteBehaviour = (name: string, says: string, schema: unknown): Behaviour =>
  createDescriptionBehaviour(name, says, (document) => setNoteSchema(document, schema));

const patternBehaviours: readonly Behaviour[] = [
  createNoteBehaviour('pattern-that-backtracks', 'wants texts that match (a+)+$', {
    type: 'string',
    pattern: '^(a+)+$',
    maxLength: 60,
  }),
  createNoteBehaviour('pattern-of-alternatives', 'wants texts that match (a|aa)+$', {
    type: 'string',
    pattern: '^(a|aa)+$',
    minLength: 40,
  }),
  createNoteBehaviour('pattern-of-words', 'wants texts that match (\\w+\\s?)+$', {
    type: 'string',
    pattern: '^(\\w+\\s?)+!$',
    minLength: 50,
  }),
  createNoteBehaviour('pattern-that-nothing-matches', 'wants texts that no text is', {
    type: 'string',
    pattern: '(.*)*(.*)*(.*)*[^\\s\\S]',
  }),
  createNoteBehaviour('pattern-of-a-million', 'wants texts of a million times a million characters', {
    type: 'string',
    pattern: '^(x{1000}){1000}$',
  }),
  createNoteBehaviour('pattern-of-50-kilobytes', 'has a pattern of 50 kB', {
    type: 'string',
    pattern: `^(${Array.from({ length: 8000 }, (_, i) => `w${i}`).join('|')})*$`,
  }),
  createDescriptionBehaviour(
    'names-by-a-pattern-that-backtracks',
    'wants names of members that match (a+)+$',
    (document) =>
      setInputSchema(document, {
        type: 'object',
        patternProperties: { '^(a+)+$': { type: 'string' } },
        propertyNames: { pattern: '^(a|a)*b$' },
        minProperties: 3,
      }),
  ),
];

const limitBehaviours: readonly Behaviour[] = [
  createNoteBehaviour('texts-of-two-gigabytes', 'wants texts of at least 2^31 characters', {
    type: 'string',
    minLength: 2 ** 31,
  }),
  createNoteBehaviour('lists-of-a-billion', 'wants lists of 10^9 entries', {
    type: 'array',
    minItems: 10 ** 9,
    items: { type: 'string' },
  }),
  createNoteBehaviour('lists-up-to-a-billion', 'takes lists of up to 10^9 entries', {
    type: 'array',
    maxItems: 10 ** 9,
    items: { type: 'string', maxLength: 2 ** 31 },
  }),
  createNoteBehaviour('members-up-to-a-billion', 'wants objects of 10^9 members', {
    type: 'object',
    minProperties: 10 ** 9,
    additionalProperties: true,
  }),
  createNoteBehaviour('numbers-beyond-all-numbers', 'wants numbers between 1e308 and 1e309, in steps of 1e-300', {
    type: 'number',
    minimum: 1e308,
    multipleOf: 1e-300,
  }),
  createNoteBehaviour('enum-of-a-hundred-thousand', 'takes one of 100,000 values', {
    enum: Array.from({ length: 100_000 }, (_, i) => `v${i}`),
  }),
  createDescriptionBehaviour('50000-paths', 'describes 50,000 paths', (document) => ({
    ...document,
    paths: {
      ...(document.paths as JsonTree),
      ...Object.fromEntries(
        Array.from({ length: 50_000 }, (_, i) => [
          `/things-${i}`,
          { get: { responses: { 200: { description: 'x' } } } },
        ]),
      ),
    },
  })),
];

/** Services whose schemas are a trap for generators. */
export const schemas: readonly Behaviour[] = [...patternBehaviours, ...limitBehaviours];
