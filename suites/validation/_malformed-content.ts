import { malformed } from './_malformed-json.js';

/** Contents that are no JSON, or JSON without an object, derived from the text of a valid object. */
export const malformedContents: Readonly<Record<string, (text: string) => string>> = {
  empty: () => '',
  blank: () => ' \r\n\t ',
  cut: malformed.cut,
  behind: malformed.behind,
  bare: malformed.bare,
  marked: (text) => `\uFEFF${text}`,
  'null octet': (text) => `${text.slice(0, -1)}\u0000}`,
  'a quote': () => '"',
  null: () => 'null',
  array: () => '[]',
  'array of arrays': () => '[[[]]]',
  text: () => '"assay"',
  number: () => '42',
  truth: () => 'true',
  'open arrays': () => '['.repeat(200),
  'open objects': () => '{"assay":'.repeat(200),
};
