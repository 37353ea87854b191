import type { Settings } from '../service/settings.js';
import { createDefaultDialect, createDialect, type Dialect } from './variant.js';

/** Formats of errors, and their statuses where a service may choose. */
export const errorDialects: readonly Dialect[] = [
  createDefaultDialect('error-shape', 'errors-problem', 'Errors are problem details of RFC 9457.'),
  createErrorShapeDialect('google', 'Errors are an object error with code, message, status and details.'),
  createErrorShapeDialect('jsonapi', 'Errors are a list of objects as JSON:API has them.'),
  createErrorShapeDialect('github', 'Errors are a message, a documentation_url and a list of fields.'),
  createErrorShapeDialect('detail', 'Errors are an object with only the member detail.'),
  createErrorShapeDialect('text', 'Errors are plain text.'),
  createErrorShapeDialect('empty', 'Errors have no content.'),
  createDefaultDialect('semantic-status', 'semantic-422', 'Content that is well-formed but contradictory returns 422.'),
  createDialect(
    'semantic-status',
    'semantic-400',
    'Content that is well-formed but contradictory returns 400.',
    { semanticStatus: 400 },
    { errors: { semantic: [400] } },
  ),
  createDefaultDialect('syntax-status', 'syntax-400', 'Content that cannot be parsed returns 400.'),
  createDialect(
    'syntax-status',
    'syntax-422',
    'Content that cannot be parsed returns 422.',
    { syntaxStatus: 422 },
    { errors: { bodySyntax: [422] } },
  ),
  createDefaultDialect('conflict-status', 'conflict-409', 'A conflict with the state returns 409.'),
  createDialect(
    'conflict-status',
    'conflict-422',
    'A conflict with the state returns 422.',
    { conflictStatus: 422 },
    { errors: { conflict: [422] } },
  ),
];

function createErrorShapeDialect(errorShape: Settings['errorShape'], says: string): Dialect {
  return createDialect('error-shape', `errors-${errorShape}`, says, { errorShape }, { errors: { shape: errorShape } });
}
