import belowAnItem from './below-an-item.mjs';
import credentials from './credentials.mjs';
import effectsElsewhere from './effects-elsewhere.mjs';
import filters from './filters.mjs';
import http from './http.mjs';
import idempotency from './idempotency.mjs';
import nesting from './nesting.mjs';
import onlyPostAsked from './only-post-asked.mjs';
import pages from './pages.mjs';
import states from './states.mjs';
import time from './time.mjs';
import values from './values.mjs';

/** All faults of the service. */
export default [
  ...effectsElsewhere,
  ...onlyPostAsked,
  ...states,
  ...belowAnItem,
  ...nesting,
  ...pages,
  ...filters,
  ...values,
  ...time,
  ...credentials,
  ...http,
  ...idempotency,
];
