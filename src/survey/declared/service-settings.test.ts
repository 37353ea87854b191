import { describe, expect, test } from 'vitest';
import { createDeclaredService } from '../../../test/support/scripted-service.fixture.js';
import { createEmptyCollection } from '../../openapi/describe/empty-collection.js';
import { applyServiceSettings } from './service-settings.js';

const known = createDeclaredService('http://localhost:1');
const identity = { name: 'full', headers: {}, query: {} };
const collection = createEmptyCollection('things', '/things', known);
const secured = (...said: (boolean | undefined)[]) =>
  said.map((one) => ({
    ...({ method: 'GET', path: '/things', provenance: 'described', statuses: [], parameters: [] } as const),
    ...(one === undefined ? {} : { secured: one }),
  }));

describe('credentials are required', () => {
  test('if a profile names callers', () => {
    const { isSecured, callers } = applyServiceSettings(collection, { ...known, identities: { full: identity } });
    expect([isSecured, callers]).toEqual([true, ['full', 'none', 'invalid']]);
  });

  test('no caller, by a field that is sent with every request', () => {
    const { isSecured, callers } = applyServiceSettings(collection, { ...known, hasCredential: true });
    expect([isSecured, callers]).toEqual([undefined, ['full']]);
  });

  test('if a document requires them for one operation, even if others are open', () => {
    const [list, create] = secured(false, true);
    const told = { ...collection, ...(list && { list }), ...(create && { create }) };
    expect(applyServiceSettings(told, { ...known, hasCredential: true }).isSecured).toBe(true);
  });

  test('no caller on public paths', () => {
    const open = { ...known, identities: { full: identity }, publicPaths: ['/things/'] };
    expect(applyServiceSettings(collection, open)).toMatchObject({ isSecured: false, callers: ['full'] });
  });
});
