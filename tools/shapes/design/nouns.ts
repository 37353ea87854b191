/** Types of members, as in the word list. */
export type MemberKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'strings'
  | 'object'
  | 'date'
  | 'date-time'
  | 'email'
  | 'uri';

export interface NamedKind {
  readonly name: string;
  readonly kind: MemberKind;
}

/** What a collection is about. Names of several words are joined by `_`. */
export interface Noun {
  readonly singular: string;
  readonly plural: string;
  /** Members that a collection has as many of as it wants, in this order; the first is a text. */
  readonly members: readonly NamedKind[];
  /** A member with a format. */
  readonly formatted: NamedKind;
  /** A member with few values. */
  readonly enumerated: { readonly name: string; readonly values: readonly string[] };
  /** Two members of which the first is less than the second. */
  readonly pair: readonly [string, string];
}

/** Words of real services: singular plural | members | formatted | enumerated | pair. */
const words = `
booking bookings | guest_name:text rooms:integer paid:boolean extras:strings | contact:email | channel:web,phone,desk | arrival,departure
invoice invoices | subject:text amount:number lines:integer labels:strings | due_on:date | currency:EUR,USD,NOK | period_from,period_to
sensor sensors | location:text interval:integer active:boolean position:object | last_seen:date-time | unit:celsius,percent,lux | valid_from,valid_to
ward wards | specialty:text beds:integer isolated:boolean phones:strings | mail:email | level:basic,intensive | opened_on,closed_on
patient patients | full_name:text weight:number insured:boolean allergies:strings | born_on:date | sex:f,m,x | admitted_on,discharged_on
product products | title:text price:number stock:integer tags:strings | homepage:uri | category:toys,books,tools | sold_from,sold_until
employee employees | full_name:text salary:integer remote:boolean skills:strings | mail:email | job:clerk,analyst,manager | hired_on,left_on
department departments | title:text floor:integer budget:number codes:strings | mail:email | region:north,south | founded_on,dissolved_on
contributor contributors | login:text commits:integer hireable:boolean languages:strings | homepage:uri | role:owner,member,guest | active_from,active_to
repository repositories | description:text stars:integer archived_copy:boolean topics:strings | website:uri | visibility:public,private | created_on,pushed_on
album albums | title:text tracks:integer explicit:boolean genres:strings | cover:uri | medium:vinyl,disc,stream | recorded_on,released_on
photo photos | caption:text width:integer height:integer tags:strings | thumbnail:uri | rights:free,licensed | taken_on,published_on
comment comments | text:text votes:integer pinned:boolean mentions:strings | author_mail:email | mood:good,bad,neutral | visible_from,visible_to
category categories | title:text rank:integer hidden:boolean aliases:strings | icon:uri | kind:main,minor | shown_from,shown_to
payment payments | description:text amount:integer delayed:boolean metadata:object | return_url:uri | language:en,cy | authorised_on,settled_on
refund refunds | reason:text amount:integer partial:boolean notes:strings | requested_on:date | channel:card,transfer | requested_at,completed_at
agreement agreements | reference_text:text amount:number recurring:boolean users:strings | signed_at:date-time | kind:fixed,open | starts_on,ends_on
dispute disputes | reason:text fee:integer won:boolean evidence:strings | evidence_due:date | stage:inquiry,claim | opened_on,resolved_on
reservation reservations | reserved_for:text seats:integer confirmed:boolean wishes:strings | contact:email | area:inside,terrace | reserved_from,reserved_to
project projects | title:text budget:number billable:boolean members:strings | site:uri | phase:plan,build,run | starts_on,ends_on
assignment assignments | task:text hours:number urgent:boolean tools:strings | assigned_at:date-time | type:full,part | begins_on,finishes_on
job_execution job_executions | job_name:text exit_code:integer restarted:boolean parameters:object | started_at:date-time | queue:fast,slow | window_from,window_to
trigger triggers | group_name:text repeat_count:integer paused:boolean calendars:strings | fires_at:date-time | misfire:skip,run | starts_at,ends_at
variant variants | alteration:text frequency:number somatic:boolean alleles:strings | source:uri | strand:plus,minus | first_seen,last_checked
transcript transcripts | gene_symbol:text exons:integer canonical:boolean terms:strings | record:uri | biotype:coding,pseudo | released_on,retired_on
hospital hospitais | nome:text leitos:integer publico:boolean especialidades:strings | email:email | porte:pequeno,medio,grande | aberto_em,fechado_em
avtale avtaler | tittel:text prosent:integer godkjent:boolean merknader:strings | epost:email | tiltak:arbeid,mentor | fra_dato,til_dato
media_file media_files | caption:text size:integer shared:boolean tags:strings | uri:uri | storage:local,remote | valid_from,valid_to
system_message system_messages | content:text priority:integer sticky:boolean audience:strings | help:uri | severity:info,warning | valid_from,valid_to
activity activities | title:text age_min:integer featured:boolean materials:strings | published_at:date-time | place:indoor,outdoor | season_from,season_to
tariff tariffs | title:text rate:number progressive:boolean zones:strings | terms:uri | customer:home,business | valid_from,valid_until
meter meters | site_name:text digits:integer smart:boolean registers:strings | read_at:date-time | medium:power,gas,water | installed_on,removed_on
shipment shipments | addressee:text parcels:integer insured:boolean dimensions:object | tracking:uri | carrier:post,courier | picked_up,delivered
vehicle vehicles | model:text mileage:integer electric:boolean equipment:strings | inspected_on:date | drive:front,rear,all | leased_from,leased_to
course courses | title:text credits:integer online:boolean topics:strings | syllabus:uri | level:bachelor,master | begins_on,ends_on
ticket tickets | summary:text effort:integer blocked:boolean watchers:strings | reporter_mail:email | kind:bug,task,story | opened_on,due_on
recipe recipes | title:text servings:integer vegan:boolean steps:strings | picture:uri | difficulty:easy,hard | season_start,season_end
species species_list | latin_name:text chromosomes:integer extinct:boolean habitats:strings | reference_page:uri | status_class:lc,vu,en | observed_from,observed_to
`;

const readNamed = (text: string): NamedKind => {
  const [name = '', kind = 'text'] = text.split(':');
  return { name, kind: kind as MemberKind };
};

function readNoun(line: string): Noun {
  const [names = '', members = '', formatted = '', enumerated = '', pair = ''] = line.split(' | ');
  const [singular = '', plural = ''] = names.split(' ');
  const [name = '', values = ''] = enumerated.split(':');
  const [first = '', second = ''] = pair.split(',');
  return {
    singular,
    plural,
    members: members.split(' ').map(readNamed),
    formatted: readNamed(formatted),
    enumerated: { name, values: values.split(',') },
    pair: [first, second],
  };
}

/** The word list. */
export const nouns: readonly Noun[] = words.trim().split('\n').map(readNoun);

/** The noun of a collection, by its singular. */
export function findNoun(singular: string): Noun {
  const noun = nouns.find((one) => one.singular === singular);
  if (!noun) throw new Error(`Unknown noun: ${singular}`);
  return noun;
}
