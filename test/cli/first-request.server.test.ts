import { expect, test } from 'vitest';
import { startOrigin } from '../../src/http/origin.fixture.js';
import { createTestFolder, runAssayProcess } from './assay.fixture.js';

/** Prints when the first request was sent, and when a library is loaded that only later requests need. */
const preload = `
import { subscribe } from 'node:diagnostics_channel';
import Module from 'node:module';
const load = Module._load;
Module._load = (name, ...rest) => {
  if (name.startsWith('ajv')) console.error('<loads ajv>');
  return load(name, ...rest);
};
subscribe('undici:client:sendHeaders', () => console.error('<request>'));
`;

test('sends the first request before it loads what only later requests need', async () => {
  const { url } = await startOrigin((_, response) => response.writeHead(404).end());
  const { stderr } = await runAssayProcess(createTestFolder(), ['run', url, '--collection', '/items'], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
  });
  const events = stderr.match(/<.*?>/g) ?? [];
  expect(events).toContain('<loads ajv>');
  expect(events[0]).toBe('<request>');
});
