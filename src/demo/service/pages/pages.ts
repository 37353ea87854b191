import type { Answer } from '../http/answer.js';
import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import type { Visit } from '../request-context.js';
import { defaultSettings, type PaginationName, type Settings } from '../settings.js';
import { forms } from './all-styles.js';
import { turn } from './answer-page.js';
import { sizeParameter } from './page-size.js';
import type { Form } from './page-style.js';
import type { PageSteps } from './steps.js';
import { totalMembers } from './totals.js';

export { entriesIn, withEntries } from './entries.js';
export type { Page } from './page-style.js';
export type { LinkQuery, PageSteps, Window } from './steps.js';

/** How a collection is paged. */
export interface PageStyle {
  readonly parameters: readonly JsonObject[];
  readonly sizeName: string;
  /** Name of the parameter that says where a page begins. */
  readonly startName: string;
  /** Statuses beside 200 that a request for a page may be answered with. */
  readonly problems: readonly number[];
  /** Schema of a page, given the schemas of an entry and of what stands beside the entries. */
  schema(item: Schema, stamps: Stamps): Schema;
  /** Answers a request for a page, with the steps of a fault in place of its own. */
  answer(visit: Visit, steps?: PageSteps): Answer;
}

/** The style of the named dialect; `said` are the choices that its document names. */
export function pageStyle(name: PaginationName, said: Settings = defaultSettings): PageStyle {
  const form = forms[name];
  const pastEnd = said.pastEnd === 'by-style' ? form.pastEnd : said.pastEnd;
  return {
    parameters: [sizeParameter(form.sizeName, said), form.start.parameter],
    sizeName: form.sizeName,
    startName: form.start.name,
    problems: form.start.isCounting && pastEnd === 'not-found' ? [400, 404] : [400],
    schema: (item, stamps) => schemaOf(form, said, { type: 'array', items: item }, stamps),
    answer: (visit, steps) => turn(form, visit, steps),
  };
}

type Stamps = { readonly [member: string]: Schema };

function schemaOf(form: Form, said: Settings, entries: Schema, stamps: Stamps): Schema {
  if (!form.members) return entries;
  const members = totalMembers(said, form.start.isCounting, form.members(entries));
  const required = Object.keys(members).filter((name) => !form.optional?.includes(name));
  return { type: 'object', properties: { ...members, ...stamps }, required };
}
