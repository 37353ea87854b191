/** Conformance tests for vitest: one call registers a test for every check. */
export { type ConformanceOptions, conformance } from './conformance.js';
export type { WebHandler } from './handler-type.js';
export type { Served } from './serve-handler.js';
export { Violation } from './violation-error.js';
