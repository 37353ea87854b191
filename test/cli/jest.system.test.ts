import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeWith, jestPath } from '../support/system-parts.js';
import { createTestFolder, startDemoService } from './assay.fixture.js';

const adapter = new URL('../../dist/bundle/src/test-runners/jest.js', import.meta.url);
const bumping = 'safety/get-does-not-change-the-item';
const seen = 'creation/created-item-is-readable';

describeWith(['jest'], 'a file of tests that Jest runs', () => {
  test('audits within its modules, fails where a rule is violated, and passes or skips the others with the reason', async () => {
    const { url, orders } = await startDemoService({ fault: 'get-bumps-a-counter' });
    const options = { baseUrl: url, cases: 2, seed: 3, only: [bumping, seen, 'safety/repeated-get-returns-the-same'] };
    const cwd = createTestFolder({
      'package.json': JSON.stringify({ type: 'module', jest: { testMatch: ['**/*.test.js'], transform: {} } }),
      'api.test.js': `import { conformance } from ${JSON.stringify(fileURLToPath(adapter))};
await conformance({ ...${JSON.stringify(options)}, profile: {} });
`,
    });
    const args = ['--experimental-vm-modules', jestPath, '--verbose', '--ci', '--cacheDirectory', join(cwd, 'cache')];
    const { code, said } = await new Promise<{ code: number; said: string }>((done) => {
      execFile(process.execPath, args, { cwd, env: { PATH: process.env.PATH } }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
      );
    });
    expect([code, said]).toEqual([1, expect.stringContaining(`✕ ${bumping} [orders]`)]);
    expect(said).toContain(`✓ ${seen} [orders]`);
    expect(said).toMatch(/○ skipped safety\/repeated-get-returns-the-same \[orders\]: inconclusive/);
    expect(said).toContain('✓ the run as a whole');
    expect(said).toContain('GET changed the item that it read');
    expect(said).toContain('api.test.js:2:7');
    expect(orders()).toBe(0);
  });
});
