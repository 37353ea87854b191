import type { IdFormName } from './ids.js';

/** The choices a sound service makes where the convention leaves one. */
export interface Settings {
  readonly ids: IdFormName;
  readonly pagination: 'cursor' | 'offset' | 'page';
  readonly doesPutCreate: boolean;
  /** What DELETE of a removed order answers. */
  readonly secondDelete: 204 | 404 | 410;
  /** What everything else on a removed order answers. */
  readonly removedItem: 404 | 410;
  /** Whether a creation answers with the order as content. */
  readonly showsCreated: boolean;
  /** Whether PUT and PATCH answer with the order as content. */
  readonly showsWritten: boolean;
  readonly hasEtags: boolean;
  readonly hasClock: boolean;
  readonly hasRequestId: boolean;
  readonly hasErrorMember: boolean;
  readonly countsViews: boolean;
  readonly countsRevisions: boolean;
  readonly isNormalising: boolean;
  readonly openapi: '3.1.1' | '3.0.3';
}

/** What the service does when nothing is said. */
export const defaultSettings: Settings = {
  ids: 'uuid',
  pagination: 'cursor',
  doesPutCreate: false,
  secondDelete: 404,
  removedItem: 404,
  showsCreated: true,
  showsWritten: true,
  hasEtags: false,
  hasClock: false,
  hasRequestId: false,
  hasErrorMember: false,
  countsViews: false,
  countsRevisions: false,
  isNormalising: false,
  openapi: '3.1.1',
};
