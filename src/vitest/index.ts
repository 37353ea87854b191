/** Conformance as tests of vitest: one call, and every rule that meets a subject is a test of its own. */
export { type ConformanceOptions, conformance } from './conformance.js';
export type { WebHandler } from './handler-type.js';
export type { Served } from './serve-handler.js';
export { Violation } from './violation-error.js';
