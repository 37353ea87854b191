import type { Settings } from '../service/settings.js';
import { choice, type Dialect, isDefault } from './variant.js';

/** How errors look, and their statuses where a service may choose. */
export const errorDialects: readonly Dialect[] = [
  choice('error-shape', 'errors-problem', 'Errors are problem details of RFC 9457.', {}, isDefault),
  shape('google', 'Errors are an object error with code, message, status and details.'),
  shape('jsonapi', 'Errors are a list of objects as JSON:API has them.'),
  shape('github', 'Errors are a message, a documentation_url and a list of fields.'),
  shape('detail', 'Errors are an object with nothing but detail.'),
  shape('text', 'Errors are plain text.'),
  shape('empty', 'Errors have no content.'),
  choice('semantic-status', 'semantic-422', 'Content that means nothing valid answers 422.', {}, isDefault),
  choice(
    'semantic-status',
    'semantic-400',
    'Content that means nothing valid answers 400.',
    { semanticStatus: 400 },
    { profile: { errors: { semantic: [400] } } },
  ),
  choice('syntax-status', 'syntax-400', 'Content that cannot be parsed answers 400.', {}, isDefault),
  choice(
    'syntax-status',
    'syntax-422',
    'Content that cannot be parsed answers 422.',
    { syntaxStatus: 422 },
    { profile: { errors: { bodySyntax: [422] } } },
  ),
  choice('conflict-status', 'conflict-409', 'A conflict with the state answers 409.', {}, isDefault),
  choice(
    'conflict-status',
    'conflict-422',
    'A conflict with the state answers 422.',
    { conflictStatus: 422 },
    { profile: { errors: { conflict: [422] } } },
  ),
];

function shape(errorShape: Settings['errorShape'], says: string): Dialect {
  return choice(
    'error-shape',
    `errors-${errorShape}`,
    says,
    { errorShape },
    { profile: { errors: { shape: errorShape } } },
  );
}
