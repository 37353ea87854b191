/** What is there and how we know it: from the profile, from an OpenAPI document, from traffic. */
export { DiscoveryError } from './fault.js';
export type { Known, KnownResource } from './known.js';
export { type Contradiction, type Survey, survey } from './survey.js';
