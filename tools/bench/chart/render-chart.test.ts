import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { renderChart } from './render-chart.js';

const spread = { median: 1.5, least: 1, greatest: 3 };

test('draws each bar with its spread and its aim, in well-formed SVG', () => {
  const svg = renderChart({
    title: 'Start & <help>',
    subtitle: '1 is "node"',
    bars: [
      { label: 'help', spread, aim: 1.4 },
      { label: 'run', spread: { median: 12, least: 11, greatest: 13 } },
    ],
  });
  const seen: Record<string, string>[] = [];
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => seen.push({ name, ...(attributes as Record<string, string>) }));
  parser.on('text', (text) => texts.push(text.trim()));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
  expect(seen.filter((one) => one.class === 'bar').map(({ width }) => width)).toEqual(['42.7', '341.5']);
  expect(seen.filter((one) => one.class === 'aim')).toHaveLength(1);
  expect(texts).toEqual(expect.arrayContaining(['Start & <help>', '1 is "node"', '1.50 (aim 1.4)', '12.0']));
});

test('the line at 1 is inside, also where all ratios are less', () => {
  const svg = renderChart({
    title: 'a',
    subtitle: 'b',
    bars: [{ label: 'c', spread: { median: 0.3, least: 0.2, greatest: 0.4 } }],
  });
  expect(svg).toContain('class="one" x1="670.0"');
});
