import { describe, expect, it } from 'vitest';
import { createProfileFolder, listProblems } from '../folder.fixture.js';
import { loadProfile } from '../load-profile.js';

const orders = {
  name: 'orders',
  path: '/orders',
  operations: ['GET /orders'],
  members: { '/id': ['string'] },
  required: ['customer'],
};

const aimWith = (content: unknown) => {
  const cwd = createProfileFolder({ 'before.json': typeof content === 'string' ? content : JSON.stringify(content) });
  return loadProfile({ baseUrl: 'http://x', cwd, env: {}, waiversFile: 'before.json' });
};

describe('a baseline file', () => {
  it('may have a survey', async () => {
    const { baseline, waivers } = await aimWith({ schema: 'assay-survey/1', collections: [orders] });
    expect({ baseline, waivers }).toEqual({ baseline: { collections: [orders] }, waivers: [] });
  });

  it('may have a survey and waivers', async () => {
    const { baseline, waivers } = await aimWith({ collections: [orders], waivers: [{ rule: 'a', reason: 'b' }] });
    expect(baseline).toEqual({ collections: [orders] });
    expect(waivers).toMatchObject([{ rule: 'a', where: expect.stringContaining('before.json:1:') }]);
  });

  it('may have only waivers, and then no survey is compared', async () => {
    expect(await aimWith({ waivers: [{ rule: 'a', reason: 'b' }] })).not.toHaveProperty('baseline');
  });

  it.each<[string, string, string]>([
    ['no collections', '{"schema": "assay-survey/1"}', 'before.json:1:1: the key "collections" is missing'],
    [
      'another schema',
      '{"schema": "assay-survey/9",\n"collections": []}',
      'before.json:1:12: expected one of assay-survey/1; found "assay-survey/9"',
    ],
    [
      'an unknown key',
      '{"collections": [],\n"waiver": []}',
      'before.json:2:1: unknown key "waiver"; did you mean "waivers"?',
    ],
    [
      'types that are no list',
      JSON.stringify({ collections: [{ ...orders, members: { '/id': 'string' } }] }),
      'expected a list, found the text "string"',
    ],
    [
      'a collection without members',
      '{"collections": [\n{"name": "a", "path": "/a", "operations": [], "required": []}]}',
      'before.json:2:1: the key "members" is missing',
    ],
  ])('is refused with its place: %s', async (_, content, line) => {
    const lines = await listProblems(aimWith(content));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(line);
  });
});
