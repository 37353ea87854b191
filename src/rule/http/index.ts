/** Reading of requests and responses, and the steps that most experiments share. */

export { clock, pause } from '../../model/clock.js';
export { getHeader, hasStatus, isCached, isPending } from '../../model/exchange.js';
export { readLinkFields } from '../../model/field/link-field.js';
export { parseMediaType } from '../../model/field/media-type.js';
export { isAboutCaller } from './about-caller.js';
export { assumeMergePatch, explainRefusedPatch, preparePatch } from './merge-patch.js';
export type { Listing, Page } from './page.js';
export { readProblem } from './problem-details.js';
export { readBack, typicalReadLagMs } from './read-back.js';
export { readContent } from './request.js';
export { findStatusFlaw, isServerFailure } from './status-flaw.js';
