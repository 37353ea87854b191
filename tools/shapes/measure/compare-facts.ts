import type { Report } from '../../../src/model/result/report.js';
import { type FactName, type FoundFacts, factNames } from '../checker/crawl/facts-to-find.js';
import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import type { CollectionUnderstanding, Understanding } from './measurement.js';

type SurveyedCollection = Report['survey']['collections'][number];
type Claim = Understanding | undefined;

const segments = (path: string) => (path.split('?')[0] ?? '').split('/');
const isParameter = (segment: string) => segment.startsWith('{') && segment.endsWith('}');

/** Whether a path leads to what a template of the design does; it may have values where the template has parameters. */
export function isSamePath(path: string, template: string): boolean {
  const [own, known] = [segments(path), segments(template)];
  return own.length === known.length && known.every((one, index) => isSameSegment(own[index] ?? '', one));
}

function isSameSegment(own: string, known: string): boolean {
  if (isParameter(known)) return own !== '';
  return known === own.replace(/\{[^{}]*\}/, known.match(/\{[^{}]*\}/)?.[0] ?? '{}');
}

const removeSlash = (path: string) => path.replace(/\/$/, '');

/** The list of the report at the address of a list of the design; one with another slash at the end is not the same. */
function findSurveyed(facts: CollectionFacts, report: Pick<Report, 'survey'>): SurveyedCollection | undefined {
  const near = report.survey.collections.filter(({ path }) =>
    isSamePath(removeSlash(path), removeSlash(facts.listPath)),
  );
  return near.find(({ path }) => isSamePath(path, facts.listPath)) ?? near[0];
}

/** Lists of the report that are none of the design, nor its log. */
export const listUnknownLists = (
  { collections, logPath }: ServiceFacts,
  { survey }: Pick<Report, 'survey'>,
): string[] =>
  survey.collections
    .map(({ path }) => path)
    .filter((path) => ![...collections.map(({ listPath }) => listPath), logPath].some((one) => isSamePath(path, one)));

/** What a report says about each collection, compared with the design. Claims about what does not exist are wrong. */
export function compareFacts(
  service: ServiceFacts,
  report: Pick<Report, 'survey'>,
  found: readonly FoundFacts[],
): CollectionUnderstanding[] {
  return service.collections.map((facts) => {
    const surveyed = findSurveyed(facts, report);
    const claims = surveyed ? new Claims(facts, surveyed, report) : undefined;
    const understood = factNames.map((name) => [
      name,
      { understood: claims?.judge(name) ?? 'unknown', findability: found[facts.index]?.[name] ?? 'hidden' },
    ]);
    return { noun: facts.design.noun, facts: Object.fromEntries(understood) as CollectionUnderstanding['facts'] };
  });
}

const judge = (isRight: boolean): Understanding => (isRight ? 'right' : 'wrong');

/** What a report says about one collection. */
class Claims {
  constructor(
    private readonly facts: CollectionFacts,
    private readonly surveyed: SurveyedCollection,
    private readonly report: Pick<Report, 'survey'>,
  ) {}

  judge(name: FactName): Claim {
    return this[name]();
  }

  private find(about: string) {
    return this.surveyed.facts.find((fact) => fact.about === about);
  }

  /** Whether a claim is right. A wrong one that the report calls an assumption is none: the kit tries it before it believes it. */
  private check(about: readonly string[], isRight: boolean): Claim {
    const isAssumed = about.some((one) => this.find(one)?.provenance === 'assumed');
    return !isRight && isAssumed ? undefined : judge(isRight);
  }

  /** The method and the path of an operation; undefined: there is no claim, or one that there is none. */
  private operation(about: string): { readonly method: string; readonly path: string } | undefined {
    const value = this.find(about)?.value;
    const [method = '', path] = typeof value === 'string' ? value.split(' ') : [];
    return path === undefined ? undefined : { method, path };
  }

  private list(): Claim {
    const items = this.find('items')?.value;
    const { listPath, entriesPointer } = this.facts;
    const isRight = isSamePath(this.surveyed.path, listPath) && (items === undefined || items === entriesPointer);
    return this.check(['items'], isRight);
  }

  private item(): Claim {
    const about = ['read', 'replace', 'patch', 'remove'];
    const paths = about.flatMap((one) => this.operation(one)?.path ?? []);
    const { itemPath } = this.facts;
    if (paths.length === 0) return undefined;
    return this.check(about, itemPath !== undefined && paths.every((path) => isSamePath(path, itemPath)));
  }

  private id(): Claim {
    const claim = this.find('id');
    return claim && this.check(['id'], claim.value === this.facts.id.item?.pointer);
  }

  private creation(): Claim {
    const { create } = this.facts;
    const claim = this.operation('create');
    const isRight = create?.method === claim?.method && isSamePath(claim?.path ?? '', create?.path ?? '');
    return claim && this.check(['create'], isRight);
  }

  private change(): Claim {
    const claims = [this.operation('replace'), this.operation('patch')].filter((one) => one !== undefined);
    const { changes, itemPath = '' } = this.facts;
    const isRight = claims.every(
      ({ method, path }) => isSamePath(path, itemPath) && changes.some((one) => one.method === method),
    );
    return claims.length === 0 ? undefined : this.check(['replace', 'patch'], isRight);
  }

  private removal(): Claim {
    const claim = this.operation('remove');
    const { design, itemPath = '' } = this.facts;
    return claim && this.check(['remove'], design.choices.removal !== 'none' && isSamePath(claim.path, itemPath));
  }

  private paging(): Claim {
    const claim = this.find('pagination')?.value as { style?: string; params?: Record<string, string> } | undefined;
    const { style = 'unknown', params = {} } = claim ?? {};
    const { paging } = this.facts;
    if (style === 'unknown' || (style === 'none' && !paging)) return undefined;
    if (!paging) return 'wrong';
    const { size, ...positions } = params;
    const isToken = style === 'cursor' && paging.style === 'token-header' && paging.position.in === 'query';
    const isLinked = style === 'link' && paging.next !== undefined && paging.next.in !== 'header';
    const isNamed =
      (size === undefined || size === paging.sizeParameter) &&
      Object.values(positions).every((name) => name === undefined || name === paging.position.name);
    return this.check(['pagination'], isNamed && (isLinked || isToken || style === paging.style));
  }

  /** Of a list below an item, which list has that item. */
  private parents(): Claim {
    const claims = this.surveyed.facts.filter(({ about }) => about.startsWith('parent {'));
    const { parent } = this.facts;
    const last = claims.at(-1);
    if (!last) return undefined;
    const name = parent && findSurveyed(parent, this.report)?.name;
    const isRight = name !== undefined && `${String(last.value)} `.replace(',', ' ').startsWith(`one of ${name} `);
    return this.check([last.about], isRight);
  }
}
