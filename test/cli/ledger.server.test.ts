import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { libraryProfile, startLibrary } from '../../tools/library-service/start-library.js';
import { createTestFolder, runAssay, startDemoService } from './assay.fixture.js';
import { startCuttableProxy } from './cut-connection.fixture.js';

const few = ['--cases', '1', '--seed', '5', '--only', 'creation/*', 'idempotency/*', 'safety/*', 'validation/*'];

describe('when a request arrives, its line is already in the ledger on disk', () => {
  test.each([
    ['of creations, replays, torn requests, PUT to new addresses and actions', ['put-creates'], false],
    ['of nested collections', [], true],
  ])('%s', async (_, dialect, isNested) => {
    const library = isNested ? await startLibrary() : undefined;
    const service = library ?? (await startDemoService({ dialect }));
    const posts = new Map<string, number>();
    const missing: string[] = [];
    const announced = new Map<string, number>();
    const made = new Set<unknown>();
    const acted = new Set<unknown>();
    let seen = 0;
    /** Takes note of the lines that the ledger has gained. */
    const readOn = () => {
      const octets = readFileSync(join(cwd, 'reports/ledger.ndjson'));
      const end = octets.lastIndexOf('\n') + 1;
      for (const line of octets.toString('utf8', seen, end).split('\n')) {
        const entry = line === '' ? {} : JSON.parse(line);
        if (entry.intend !== undefined) announced.set(entry.at, (announced.get(entry.at) ?? 0) + 1);
        made.add(entry.made);
        acted.add(entry.acts);
      }
      seen = end;
    };
    const relayed = await startCuttableProxy(service.url, ({ method = '', url = '' }) => {
      const isPut = method === 'PUT';
      if (method !== 'POST' && !isPut) return;
      const path = url.split('?')[0] ?? '';
      readOn();
      const count = (posts.get(path) ?? 0) + 1;
      posts.set(path, count);
      const isTold = made.has(path) || (!isPut && acted.has(path));
      if (!isTold && (isPut || (announced.get(path) ?? 0) < count)) missing.push(`${method} ${path}`);
    });
    const profile = isNested ? libraryProfile : {};
    const cwd = createTestFolder({ 'assay.json': JSON.stringify({ ...profile, baseUrl: relayed.url }) });
    const { stderr } = await runAssay(cwd, ['run', '--quiet', ...few]);
    expect([[...new Set(missing)], stderr]).toEqual([[], '']);
    expect([...made].filter((path) => String(path).includes('{'))).toEqual([]);
    expect(posts.size).toBeGreaterThan(isNested ? 5 : 2);
    await library?.close();
  });
});
