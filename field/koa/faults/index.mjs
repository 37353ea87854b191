import below from './below-an-item.mjs';
import credentials from './credentials.mjs';
import effects from './effects-elsewhere.mjs';
import filters from './filters.mjs';
import http from './http.mjs';
import idempotency from './idempotency.mjs';
import nesting from './nesting.mjs';
import onlyPost from './only-post-asked.mjs';
import pages from './pages.mjs';
import states from './states.mjs';
import time from './time.mjs';
import values from './values.mjs';

/** All faults of the workshop. */
export default [
  ...effects,
  ...onlyPost,
  ...states,
  ...below,
  ...nesting,
  ...pages,
  ...filters,
  ...values,
  ...time,
  ...credentials,
  ...http,
  ...idempotency,
];
