import { expect, onTestFinished, test } from 'vitest';
import { loadProfile } from '../../src/profile/load-profile.js';
import { startLibrary } from '../../tools/library-service/start-library.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { createTestFolder, runAssay, startDemoService } from './assay.fixture.js';

useSteadyClock();

/** Writes the profile of a service, and loads it. */
async function draft(url: string) {
  const cwd = createTestFolder();
  const { code, stderr } = await runAssay(cwd, ['init', url]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return loadProfile({ file: 'assay.yaml', cwd, env: {}, baseUrl: url });
}

// Each style has other members in its pages, which the survey knows and a profile may not have.
test.each([
  'pagination-offset',
  'pagination-page',
  'pagination-keyset',
  'pagination-link',
  'pagination-hal',
  'pagination-jsonapi',
  'pagination-odata',
  'pagination-spring',
  'pagination-drf',
  'inventory',
])('the profile that init writes is accepted: %s', async (dialect) => {
  const { url } = await startDemoService({ dialect: [dialect] });
  const { resources } = await draft(url);
  expect(resources.length).toBeGreaterThan(0);
});

test('the profile that init writes is accepted for nested collections', async () => {
  const library = await startLibrary();
  onTestFinished(() => library.close());
  const { resources, file } = await draft(library.url);
  expect([resources.length > 1, file]).toEqual([true, expect.stringContaining('assay.yaml')]);
});
