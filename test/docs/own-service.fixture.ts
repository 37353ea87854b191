import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runAssay } from '../cli/assay.fixture.js';
import { docPages, findPageSamples } from './pages.fixture.js';

const page = docPages.find(({ path }) => path === 'docs/own-service.md');

/** The samples of one section of the page, by their language. */
export function listSectionSamples(heading: string, language: string): string[] {
  const section = page?.text.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return findPageSamples({ path: heading, text: section })
    .filter((sample) => sample.language === language)
    .map(({ text }) => text);
}

const withoutName = (text: string): string => text.slice(text.indexOf('\n') + 1);

/** Makes a change that the page shows in two samples. */
export function applyChange(file: string, before = '', after = ''): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(withoutName(before));
  writeFileSync(
    file,
    text.replace(withoutName(before), () => withoutName(after)),
  );
}

/** What differs between two runs is no part of the comparison: numbers, and what the width of the screen cuts off. */
const normalize = (line: string): string => line.replaceAll(/\d+/g, '0').split('…', 1)[0]?.trim() ?? '';

/** Runs a command of the page: its exit code is as told, and the screen has each line of the sample. */
export async function expectScreen(folder: string, args: readonly string[], code: number, sample = ''): Promise<void> {
  const result = await runAssay(folder, args, { ASSAY_CASES: '10', ASSAY_SEED: '1' });
  expect(result, join(folder, args.join(' '))).toMatchObject({ code });
  const screen = result.stdout.replaceAll(/\d+/g, '0');
  for (const line of sample.split('\n')) expect(screen).toContain(normalize(line));
}
