import { expect, test } from 'vitest';
import { createProfileFolder } from './folder.fixture.js';
import { loadProfile } from './load-profile.js';

test.each(['create', 'replace', 'patch', 'delete'] as const)('%s: true declares it with its defaults', async (key) => {
  const cwd = createProfileFolder({
    'assay.yaml': `baseUrl: http://127.0.0.1\nresources: [{ collection: /a, ${key}: true }]`,
  });
  const { resources } = await loadProfile({ cwd, env: {} });
  expect(resources[0]?.[key]).toEqual({});
});
