import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { Design } from '../design/design.js';
import { drawDesigns } from '../design/designs.js';
import { simplestCollection, simplestDesign } from '../design/simplest.js';
import { serveDesign } from '../engine/serve-design.js';
import { describeService } from '../facts/build-facts.js';
import { measureDesign } from './measure-design.js';
import { chooseProfile, modes } from './modes.js';
import { listDetections } from './summarize-faults.js';

useSteadyClock();

const folder = mkdtempSync(join(tmpdir(), 'assay-modes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A service whose only list cannot be written. */
const readOnly: Design = {
  ...simplestDesign,
  service: { ...simplestDesign.service, access: 'bearer' },
  collections: [
    {
      ...simplestCollection,
      choices: { ...simplestCollection.choices, create: 'none', change: 'none', removal: 'none' },
    },
  ],
};

test('an audit of a design is compared with the truth', async () => {
  const measured = await measureDesign({ design: readOnly, mode: 'document' });
  const { understanding, checks, harmed, leftovers, requests, exit } = measured;
  const [{ facts } = { facts: undefined }] = understanding;
  expect(facts).toMatchObject({
    list: { understood: 'right', findability: 'findable' },
    item: { understood: 'right', findability: 'findable' },
    id: { understood: 'right', findability: 'findable' },
    creation: { understood: 'unknown', findability: 'absent' },
  });
  expect(checks.held).toBeGreaterThan(20);
  expect({ harmed, left: leftovers.left, exit }).toEqual({ harmed: [], left: 0, exit: 0 });
  expect(requests).toBeGreaterThan(50);
  expect(measured).not.toHaveProperty('crash');
});

test('a fault leads to the report of a violation of its clause', async () => {
  const { violations } = await measureDesign({ design: readOnly, mode: 'document', fault: 'get-counts' });
  expect(violations.flatMap(({ clauses }) => clauses)).toContain('1.3');
});

test.each(['creation-removes-the-others', 'change-of-another', 'delete-removes-another'])(
  'harm that the fault %s does is reported with the request that did it',
  async (fault) => {
    const design: Design = {
      ...simplestDesign,
      collections: [{ ...simplestCollection, memberCount: 4, rules: ['format'] }],
    };
    const all = [
      await measureDesign({ design, mode: 'profile' }),
      await measureDesign({ design, mode: 'profile', fault }),
    ];
    expect(all.map(({ reportedHarm }) => reportedHarm > 0)).toEqual([false, true]);
    expect(listDetections(all)).toMatchObject([{ name: fault, isFound: true, fails: true }]);
  },
);

test('each mode has a profile that the kit accepts, for any design', async () => {
  for (const design of drawDesigns(12, 3)) {
    const facts = describeService(design);
    const served = await serveDesign(design);
    for (const mode of modes.filter((one) => one !== 'init')) {
      const profile = await chooseProfile(mode, { facts, url: served.url, truth: served.truth(), folder });
      expect(profile.permit).toBe(mode === 'profile' ? 'floods' : 'deletes');
      expect(profile.collections.length > 0).toBe(mode === 'flag' && facts.collections.some(({ parent }) => !parent));
      expect(profile.resources).toHaveLength(mode === 'profile' ? facts.collections.length : 0);
    }
    await served.stop();
  }
});
