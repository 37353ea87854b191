import { expect, test } from 'vitest';
import { completeDesign, shortenDesign } from './design-file.js';
import { drawDesigns } from './designs.js';
import { simplestDesign } from './simplest.js';

test('a design in a file has what is not simplest about it', () => {
  expect(completeDesign({})).toEqual(simplestDesign);
  for (const design of drawDesigns(50, 5)) {
    expect(completeDesign(JSON.parse(JSON.stringify(shortenDesign(design))))).toEqual(design);
    expect(completeDesign(design)).toEqual(design);
  }
  expect(shortenDesign({ ...simplestDesign, extras: ['text'] })).toEqual({
    extras: ['text'],
    service: {},
    collections: [{ choices: {} }],
  });
});
