import { expect, test } from 'vitest';
import { formats } from '../../report/formats.js';
import { createFormatOption, defaultFormats } from './format-option.js';

const option = createFormatOption('report files', defaultFormats);

test('names every format, and the default ones, in the help', () => {
  expect(option.description).toBe(
    `report files, separated by commas: ${Object.keys(formats).join(', ')}, or ./a-module.mjs that exports (report) => text`,
  );
  expect(option.defaultValueDescription).toBe('json,html,junit,markdown');
});

test.each(['html,junit', ' html, junit ', 'html junit'])('%j is two formats', (text) => {
  expect(option.parseArg?.(text, undefined)).toEqual(['html', 'junit']);
});
