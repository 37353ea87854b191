import { expect, test } from 'vitest';
import { formats } from '../../report/render.js';
import { createFormatOption, defaultFormats } from './format-option.js';

const option = createFormatOption('report files', defaultFormats);

test('help names every format there is, and the usual ones as they are typed', () => {
  expect(option.description).toBe(`report files, separated by commas: ${Object.keys(formats).join(', ')}`);
  expect(option.defaultValueDescription).toBe('json,html,junit,markdown');
});

test.each(['html,junit', ' html, junit ', 'html junit'])('%j is two formats', (text) => {
  expect(option.parseArg?.(text, undefined)).toEqual(['html', 'junit']);
});
