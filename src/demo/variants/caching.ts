import { createDialect, type Dialect } from './variant.js';

export const cacheDialects: readonly Dialect[] = [
  createDialect('validators', 'etags', 'Orders have ETags, and preconditions are evaluated.', { hasEtags: true }),
  createDialect(
    'validators',
    'if-match-required',
    'Orders have ETags, and PUT, PATCH and DELETE without If-Match return 428.',
    { hasEtags: true, isIfMatchRequired: true },
    { resources: [{ collection: '/orders', ifMatch: 'required' }] },
  ),
  createDialect('validators', 'weak-etags', 'Orders have weak ETags, which If-Match never matches.', {
    hasEtags: true,
    hasWeakEtags: true,
  }),
  createDialect(
    'freshness',
    'fresh-for-30-seconds',
    'An order may be cached for 30 seconds.',
    { maxAge: 30 },
    { cache: { '/orders/{id}': { maxAge: 30 } } },
  ),
];
