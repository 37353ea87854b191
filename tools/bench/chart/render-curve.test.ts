import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { renderCurve } from './render-curve.js';

/** The elements of an image that must be well-formed, and its texts. */
function readImage(svg: string) {
  const elements: Record<string, string>[] = [];
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, ...(attributes as Record<string, string>) }));
  parser.on('text', (text) => texts.push(text.trim()));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
  return { elements, texts };
}

const chart = {
  ...{ title: 'Seen & found', subtitle: '1 "seed"', axis: 'requests' },
  points: [
    { share: 0.5, requests: 100 },
    { share: 1, requests: 1_500 },
  ],
  marks: [
    { share: 0.5, requests: 100 },
    { share: 0.95, requests: 1_500 },
  ],
};

test('draws the steps of the curve from nothing on, in well-formed SVG', () => {
  const { elements, texts } = readImage(renderCurve(chart));
  expect(elements.find((one) => one.class === 'curve')?.d).toBe('M64.0 348.0H105.5V208.0H686.5V68.0');
  expect(texts).toEqual(expect.arrayContaining(['Seen & found', '1 "seed"', 'requests', '0 %', '100 %']));
});

test('marks points where they are on the curve, with their names inside of the image', () => {
  const { elements, texts } = readImage(renderCurve(chart));
  const marks = elements.filter((one) => one.class === 'mark').map(({ cx, cy }) => [cx, cy]);
  expect(marks).toEqual([
    ['105.5', '208.0'],
    ['686.5', '82.0'],
  ]);
  expect(texts).toEqual(expect.arrayContaining(['50 %: 100 requests', '95 %: 1,500 requests']));
  expect(elements.filter((one) => one.name === 'text' && one['text-anchor'] === 'start')).toHaveLength(1);
});

test.each([
  [7, '7'],
  [1_500, '1,400'],
  [2_840, '2,500'],
  [90_000, '90,000'],
])('an axis for %d requests has round numbers, %s one of them, and at most eleven', (requests, number) => {
  const { texts } = readImage(renderCurve({ ...chart, points: [{ share: 1, requests }], marks: [] }));
  expect(texts).toContain(number);
  expect(texts.filter((text) => /^[\d,]+$/.test(text)).length).toBeLessThanOrEqual(11);
});

test('an empty curve is drawn, too', () => {
  const { elements } = readImage(renderCurve({ ...chart, points: [], marks: [] }));
  expect(elements.find((one) => one.class === 'curve')?.d).toBe('M64.0 348.0');
});
