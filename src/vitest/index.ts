/** Conformance as tests of vitest: one call, and every rule that meets a subject is a test of its own. */
export { type ConformanceOptions, conformance } from './conformance.js';
export type { Served, WebHandler } from './served.js';
export { Violation } from './violation.js';
