/** The counter where suites order words: everything a rule file may use, and nothing else. */

export * from './another.js';
export * from './bodies.js';
export * from './broken.js';
export * from './cache.js';
export * from './circumstance.js';
export * from './corner.js';
export * from './difference.js';
export * from './dose.js';
export * from './draw.js';
export * from './exchange.js';
export * from './found.js';
export * from './items.js';
export * from './json.js';
export * from './life.js';
export * from './mark.js';
export * from './merge-patch.js';
export * from './need.js';
export * from './operation.js';
export * from './order.js';
export * from './page.js';
export * from './paging-needs.js';
export * from './read-back.js';
export * from './rule.js';
export * from './subject.js';
export * from './tools.js';
export * from './verdict.js';
