/** What is there and how we know it: from the profile, from an OpenAPI document, from traffic. */
export { baselineOf } from '../survey/baseline/make-baseline.js';
export { DiscoveryError } from '../openapi/document-error.js';
export type { Known, KnownResource } from '../model/service/declared-service.js';
export { type Contradiction, type Survey, survey } from '../survey/survey.js';
export { type Witness, witness } from '../survey/baseline/baseline-recorder.js';
