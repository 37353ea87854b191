import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBreaches } from '../../src/generate/check-value.js';
import { applyMergePatch, generate } from '../../src/generate/generate.js';
import { createRedactor } from '../../src/http/redact/redactor.js';
import { decodeContent } from '../../src/http/transport/content-coding.js';
import { digestMembers, hasSameDigests } from '../../src/ledger/markers.js';
import { fillPurgeSteps } from '../../src/ledger/purge-steps.js';
import { findDifferences, omitPlaces } from '../../src/model/difference.js';
import { getHeader } from '../../src/model/exchange.js';
import { getAtPointer, getMember, type Json, parseJson, setAtPointer } from '../../src/model/json.js';
import { findFixedQuery } from '../../src/openapi/describe/fixed-query.js';
import { parseText } from '../../src/openapi/parse/parse-text.js';
import { convertParameter, convertSecurity } from '../../src/openapi/repair/convert-swagger-parts.js';
import { mapMembers } from '../../src/openapi/repair/repair-context.js';
import { mergeSources } from '../../src/profile/file/merge-sources.js';
import type { Source } from '../../src/profile/file/source.js';
import { findNextStates, findStatePath } from '../../src/rule/compare/state-path.js';
import { isNewlyDeleted } from '../../src/rule/compare/tombstone.js';
import { preparePatch } from '../../src/rule/http/merge-patch.js';
import { findChangedMembers, isCreatedBy } from '../../src/run/passive/seen-exchange.js';
import { listStateWalks } from '../../src/run/trial/case-bodies.js';
import { generalizeMembers } from '../../src/survey/items/creation-schema.js';
import { inferSchema } from '../../src/survey/items/infer-schema.js';
import { buildObject, inheritedNames } from './inherited-names.fixture.js';

const text = { type: 'string', minLength: 1 };
const objectOf = (name: string, more = {}) => ({ type: 'object', properties: buildObject(name, text), ...more });
const source = (value: Json): Source => ({
  path: 'any',
  file: 'any',
  value,
  problem: () => ({ file: 'any', line: 1, column: 1, message: '' }),
  where: () => 'any',
});

/** What a helper makes of a name, and what it should; JSON as text, so that a member of that name cannot be lost in the comparison. */
type Row = readonly [helper: string, apply: (name: string) => unknown, expected: (name: string) => unknown];

const nothing = () => undefined;

const rows: readonly Row[] = [
  ['getMember', (name) => getMember({}, name), nothing],
  ['getAtPointer', (name) => getAtPointer({}, `/${name}`), nothing],
  ['getAtPointer, where there is one', (name) => getAtPointer(buildObject(name, 1), `/${name}`), () => 1],
  ['setAtPointer', (name) => setAtPointer({ a: 1 }, `/${name}`, 2), (name) => ({ a: 1, ...buildObject(name, 2) })],
  ['setAtPointer, below', (name) => setAtPointer({}, `/${name}/a`, 2), (name) => buildObject(name, { a: 2 })],
  ['setAtPointer, without a value', (name) => setAtPointer(buildObject(name, 1), `/${name}`, undefined), () => ({})],
  ['omitPlaces', (name) => omitPlaces(buildObject(name, 1), [['other']]), (name) => buildObject(name, 1)],
  [
    'findDifferences',
    (name) => findDifferences({}, buildObject(name, 1)).map(({ pointer }) => pointer),
    (name) => [`/${name}`],
  ],
  ['getHeader', (name) => getHeader({ headers: {} }, name), nothing],
  ['parseJson', (name) => parseJson(`{"${name}":1}`), (name) => buildObject(name, 1)],
  [
    'parseText of YAML',
    (name) => parseText(`${name}: 1\nb: 2`, 'any').value,
    (name) => ({ ...buildObject(name, 1), b: 2 }),
  ],
  ['createRedactor', (name) => createRedactor([]).json(buildObject(name, 'a')), (name) => buildObject(name, 'a')],
  [
    'decodeContent',
    (name) => decodeContent({ 'content-encoding': name }, Buffer.from('a'), 9),
    (name) => `content in the unsupported coding ${name.toLowerCase()}`,
  ],
  ['digestMembers', (name) => hasSameDigests({}, digestMembers(buildObject(name, 1), ''), ''), () => false],
  [
    'fillPurgeSteps',
    (name) => fillPurgeSteps([{ method: 'DELETE', path: `/{${name}}` }], {})[0]?.path,
    (name) => `/{${name}}`,
  ],
  [
    'findBreaches, without the member',
    (name) => findBreaches(objectOf(name, { additionalProperties: false }), {}, undefined),
    () => [],
  ],
  [
    'findBreaches, with the member',
    (name) => findBreaches(objectOf(name, { additionalProperties: false }), buildObject(name, 'a'), undefined),
    () => [],
  ],
  [
    'findBreaches, of a wrong member',
    (name) => findBreaches(objectOf(name), buildObject(name, 1), undefined).length,
    () => 1,
  ],
  [
    'findBreaches, of a required member',
    (name) => findBreaches(objectOf(name, { required: [name] }), {}, undefined).length,
    () => 1,
  ],
  [
    'findBreaches, of merged schemas',
    (name) => findBreaches({ allOf: [objectOf(name), objectOf('b')] }, {}, undefined),
    () => [],
  ],
  [
    'generate',
    (name) =>
      fc
        .sample(generate(objectOf(name, { required: [name] })).valid, { numRuns: 5, seed: 1 })
        .every((body) => typeof getAtPointer(body, `/${name}`) === 'string'),
    () => true,
  ],
  [
    'generate, without the member',
    (name) =>
      fc
        .sample(
          generate({
            allOf: [
              objectOf('b', { required: ['b'] }),
              { type: 'object', properties: buildObject(name, text), additionalProperties: true },
            ],
          }).valid,
          { numRuns: 20, seed: 1 },
        )
        .every((body) => ['string', 'undefined'].includes(typeof getAtPointer(body, `/${name}`))),
    () => true,
  ],
  [
    'generate, for an unknown format',
    (name) =>
      fc
        .sample(
          generate({ type: 'object', properties: { a: { type: 'string', format: name } }, required: ['a'] }).valid,
          {
            numRuns: 20,
            seed: 1,
          },
        )
        .every((body) => typeof getAtPointer(body, '/a') === 'string'),
    () => true,
  ],
  [
    'applyMergePatch',
    (name) => applyMergePatch({ a: 1 }, buildObject(name, 2)),
    (name) => ({ a: 1, ...buildObject(name, 2) }),
  ],
  [
    'applyMergePatch, of an object',
    (name) => applyMergePatch({}, buildObject(name, { b: 2 })),
    (name) => buildObject(name, { b: 2 }),
  ],
  [
    'preparePatch',
    (name) => preparePatch({ prepare: () => ({}) }, buildObject(name, 1)),
    (name) => buildObject(name, null),
  ],
  ['isNewlyDeleted', (name) => isNewlyDeleted({}, buildObject(name, 'a')), () => false],
  ['findChangedMembers', (name) => findChangedMembers([name], {}, {}, []), nothing],
  ['isCreatedBy', (name) => isCreatedBy({}, buildObject(name, 'function'), 'function'), () => false],
  [
    'inferSchema',
    (name) => (inferSchema([buildObject(name, 'a'), {}]) as { required?: unknown }).required ?? [],
    () => [],
  ],
  ['generalizeMembers', (name) => generalizeMembers([buildObject(name, 'a'), {}]).required, () => []],
  ['mapMembers', (name) => mapMembers(buildObject(name, 1), () => 2), (name) => buildObject(name, 2)],
  [
    'mergeSources',
    (name) => mergeSources(source({ variables: { a: '1' } }), source({ variables: buildObject(name, '2') })).value,
    (name) => ({ variables: { a: '1', ...buildObject(name, '2') } }),
  ],
  [
    'findFixedQuery',
    (name) =>
      findFixedQuery([
        { operation: { parameters: [{ name, in: 'query', required: true, schema: { const: 'a' } }] } },
        { operation: { parameters: [] } },
      ] as never),
    () => ({}),
  ],
  [
    'convertParameter',
    (name) => convertParameter({ name: 'a', in: 'query', type: 'array', items: {}, collectionFormat: name }),
    () => ({ name: 'a', in: 'query', schema: { type: 'array', items: {} } }),
  ],
  [
    'convertSecurity',
    (name) => (convertSecurity({ type: 'oauth2', flow: name }) as { flows: object }).flows,
    (name) => buildObject(name, { scopes: {} }),
  ],
  [
    'findStatePath',
    (name) => findStatePath({ pointer: '/state', terminal: [], transitions: {} }, name, () => false),
    nothing,
  ],
  [
    'findNextStates',
    (name) => findNextStates({ pointer: '/state', terminal: [], transitions: {}, next: {} }, name, () => false),
    nothing,
  ],
  [
    'listStateWalks',
    (name) => listStateWalks({ pointer: '/state', terminal: [], initial: 'a', transitions: { a: { b: 'c' } } }, [name]),
    (name) => [[name]],
  ],
];

describe.each(inheritedNames)('a member named %s', (name) => {
  test.each(rows)('%s', (_, apply, expected) => {
    expect(JSON.stringify(apply(name))).toBe(JSON.stringify(expected(name)));
  });
});
