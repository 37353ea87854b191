import { type Json, normalizeName, omitUndefined } from '../../model/json.js';
import { createFact, type Operation, type Parameter } from '../../model/service/operation.js';
import type { Pagination } from '../../model/service/pagination.js';
import type { PageMembers } from '../recognize/page-members.js';
import { listTypes } from '../recognize/schema-shape.js';

const parameterNamePatterns = {
  size: /^(limit|pagesize|perpage|size|count|top|maxpagesize|maxresults|first|take|rows|pagelimit|results|num|maxitems|batchsize|paginationpagesize|paginationlimit)$/,
  page: /^(page|pagenumber|pageno|pageindex|p|paginationpage)$/,
  offset: /^(offset|skip|start|startindex|from|startat|pageoffset|paginationstart)$/,
  cursor:
    /^(cursor|after|startingafter|pagetoken|nexttoken|continuationtoken|continue|marker|scrollid|pageinfo|sinceid|startcursor|token|skiptoken|exclusivestartkey|bookmark|pagecursor|pageafter)$/,
} as const;

type PagingRole = keyof typeof parameterNamePatterns;

export const unknownPagination: Pagination = { style: 'unknown', params: {}, base: 1 };

/** Describes the pagination of a list by its parameters and its page schema. */
export function describePaging(document: Json, list: Operation, page: PageMembers | undefined, evidence: string) {
  const found = findPagingParameters(document, list.parameters, page);
  const names = Object.fromEntries(Object.entries(found).map(([role, { name }]) => [role, name]));
  const { size, page: number, offset } = found;
  const style = choosePagingStyle(found, page);
  const bounds = readSizeBounds(size);
  const pagination: Pagination = {
    style,
    params: names,
    base: isCountedFrom(0, number) ? 0 : 1,
    ...(style === 'offset' && isCountedFrom(1, offset) ? { firstOffset: 1 as const } : {}),
    ...(page ? { items: page.items } : {}),
    ...(page?.isById ? { isById: true } : {}),
    ...omitUndefined({ next: page?.next, total: page?.total }),
    ...bounds,
  };
  return {
    pagination,
    facts: [
      createFact('pagination', { style, params: names }, 'described', evidence),
      ...(page ? [createFact('items', page.items, 'described', evidence)] : []),
    ],
  };
}

type PagingParameters = Partial<Record<PagingRole, Parameter>>;

function findPagingParameters(document: Json, parameters: readonly Parameter[], page: PageMembers | undefined) {
  const found: PagingParameters = {};
  for (const parameter of parameters) {
    const named = (Object.keys(parameterNamePatterns) as PagingRole[]).find((name) =>
      parameterNamePatterns[name].test(normalizeName(parameter.name)),
    );
    const role = named === 'offset' && isTokenOffset(document, parameter, page) ? 'cursor' : named;
    if (parameter.in !== 'query' || !role || found[role] || !isFittingType(document, role, parameter)) continue;
    found[role] = parameter;
  }
  return found;
}

/** A text offset is a cursor when it is called a token, or when pages contain the next one under its name. */
function isTokenOffset(document: Json, { name, schema }: Parameter, page: PageMembers | undefined): boolean {
  if (listTypes(document, schema as Json | undefined).join() !== 'string') return false;
  const isTold = /\b(token|opaque|cursor)\b/i.test(String(typeof schema === 'object' ? schema.description : ''));
  return isTold || (page?.next !== undefined && normalizeName(page.next).endsWith(normalizeName(name)));
}

function isFittingType(document: Json, role: PagingRole, { schema, name }: Parameter): boolean {
  const types = listTypes(document, schema as Json | undefined);
  const isNumber = types.includes('integer') || types.includes('number');
  if (types.includes('boolean')) return false;
  if (role === 'cursor') return types.length === 0 || types.includes('string') || isNumber;
  if (role === 'offset' && !/offset|skip/i.test(name)) return isNumber;
  return types.length === 0 || isNumber || types.includes('string');
}

function choosePagingStyle(found: PagingParameters, page: PageMembers | undefined): Pagination['style'] {
  const isLinked = page?.next !== undefined && /token|cursor|continue|marker/i.test(page.next);
  if (found.cursor && (isLinked || !(found.page || found.offset))) return 'cursor';
  if (found.page) return 'page';
  if (found.offset) return 'offset';
  if (page?.next !== undefined) return 'link';
  // The members of an object have no order, so without a parameter it has no pages.
  return page?.isById ? 'none' : 'unknown';
}

function readSizeBounds(size: Parameter | undefined): Partial<Pagination> {
  const { maximum, default: usual, description = '' } = readNumbers(size);
  const words = String(description);
  const overMax = findOverMaxPolicy(words);
  const most = typeof maximum === 'number' ? maximum : parseNumber(maxSizePattern, words);
  const unasked = typeof usual === 'number' ? usual : parseNumber(defaultSizePattern, words);
  return {
    ...omitUndefined({ defaultSize: unasked, maxSize: most }),
    ...(overMax ? { overMax } : {}),
  };
}

/** Words before the maximum page size, and before the default one. */
const maxSizePattern =
  /\b(?:max(?:imum)?\.?(?: (?:of|is|value|page size))*:?|at most|up to|no more than|(?:between|from) \d+ (?:and|to)|less than \d+ or (?:greater|more) than) (\d[\d,_]*)/i;
const defaultSizePattern = /\b(?:default(?:s| value| page size)?(?: (?:of|is|to))*|by default):? (\d[\d,_]*)/i;

const parseNumber = (pattern: RegExp, words: string): number | undefined => {
  const [, digits] = pattern.exec(words) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(/[,_]/g, ''));
};

/** Reads from a description what happens to a page size above the maximum. */
function findOverMaxPolicy(words: string): Pagination['overMax'] {
  if (/\b(clamp|capped|coerce|truncat|reduced)/i.test(words)) return 'clamp';
  const isRefused =
    /\b(above|over|more than|exceed\w*|greater|larger|beyond)\b[^.;]*\b(reject\w*|refus\w*|(answer\w*|return\w*|giv\w*|with|status|error)\s+(an?\s+)?(400|422))\b/i;
  if (isRefused.test(words)) return 'reject';
  // "Ignored when omitted" describes the default instead.
  const isDropped =
    /\b(above|over|more than|exceed\w*|greater|larger|beyond)\b[^.;]*\b(ignored|falls? back|default\b[^.;]*\bused)\b/i;
  return isDropped.test(words) ? 'default' : undefined;
}

const readNumbers = (number: Parameter | undefined) =>
  (typeof number?.schema === 'object' ? number.schema : {}) as Record<string, unknown>;

function isCountedFrom(first: 0 | 1, counted: Parameter | undefined): boolean {
  const { minimum, default: usual } = readNumbers(counted);
  return usual === first || (usual === undefined && minimum === first);
}
