import type { Schema } from '../http/validate.js';
import type { PageStyle, Stamps } from '../request-context.js';
import { defaultSettings, type PaginationName, type Settings } from '../settings.js';
import { forms } from './all-styles.js';
import { turn } from './answer-page.js';
import { sizeParameter } from './page-size.js';
import type { Form } from './page-style.js';
import { totalMembers } from './totals.js';

export type { LinkQuery, Page, PageSteps, Window } from '../request-context.js';
export { entriesIn, withEntries } from './entries.js';

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

function schemaOf(form: Form, said: Settings, entries: Schema, stamps: Stamps): Schema {
  if (!form.members) return entries;
  const members = totalMembers(said, form.start.isCounting, form.members(entries));
  const required = Object.keys(members).filter((name) => !form.optional?.includes(name));
  return { type: 'object', properties: { ...members, ...stamps }, required };
}
