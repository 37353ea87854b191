/**
 * Words and phrases that texts must not use, with what to write instead. Each pattern is matched against one line of a
 * comment, a string or a page, without case.
 *
 * @type {readonly { readonly pattern: RegExp, readonly instead: string }[]}
 */
export const bannedWords = [
  { pattern: /\bnobody\b/, instead: 'the actor: "no client", "no request", "without credentials"' },
  { pattern: /\b(some|any|every)body\b/, instead: 'the actor: "the user", "another client", "the service"' },
  { pattern: /\bwhoever\b/, instead: 'the actor: "the user", "the caller"' },
  { pattern: /\bmend(s|ed|ing)?\b/, instead: 'fix (a service), repair (a document)' },
  { pattern: /\bsound (way|service|demo|run)s?\b/, instead: 'valid variant, correct service' },
  { pattern: /\bof (its|their|one's) own accord\b/, instead: 'by itself, by default' },
  { pattern: /\b(is|are|was|were|be) told\b/, instead: 'is reported, is printed, is known from' },
  { pattern: /\b(it|that|which|they|who|what) tells?\b/, instead: 'says, reports, returns' },
  { pattern: /\b(still|may|that|which|what|it|they) stands?\b(?! for)/, instead: 'exists, is' },
  { pattern: /\bstands? (in|at|there|beside|behind|before|under|below|above|on|as)\b/, instead: 'is, exists' },
  { pattern: /(?<!# )\bgate (is |was )?(open|closed)\b/, instead: 'passed, failed' },
  { pattern: /\b(closes?|closing|opens?) the gate\b/, instead: 'fails the run, passes' },
  { pattern: /\bpairs? of rule and subject\b/, instead: 'check' },
  { pattern: /\brests? on\b/, instead: 'depends on, assumes, is based on' },
  { pattern: /(?<![/\w`'"#.-])things?\b(?![/\w`'"-])/, instead: 'item, resource, value' },
  { pattern: /\baccusations?\b|\baccus(e|es|ed|ing)\b/, instead: 'violation' },
  { pattern: /\bfor want of\b/, instead: 'without, because there is no' },
  { pattern: /\bnow and then\b|\bby and by\b/, instead: 'sometimes, step by step' },
  { pattern: /\bin vain\b/, instead: 'without success' },
  { pattern: /\bby heart\b|\bas good as (its|their) word\b/, instead: 'the fact' },
  { pattern: /\b(what|that) (becomes?|became) of\b/, instead: 'the result of' },
  {
    pattern: /\b(what|all that|nothing|nothing else) (is|was|are) said\b/,
    instead: 'the text, the message, the declaration',
  },
  { pattern: /\bgiven out\b|\bgives? out\b/, instead: 'assigned, returned' },
  { pattern: /\b(write|writes|written|begins?|counts?|judged) (\w+ )?anew\b/, instead: 'again' },
  { pattern: /\bpass(ed|es)? over\b/, instead: 'ignored, skipped, omitted' },
  { pattern: /\bmade[- ]up\b/, instead: 'invented' },
  { pattern: /\bput aside\b|\bpurse\b/, instead: 'reserved, budget' },
  { pattern: /\brehears(e|es|ed|al)\b/, instead: 'calibrate, calibration' },
  { pattern: /\bblot(s|ted)?\b/, instead: 'redact, mask' },
  { pattern: /\bat (a|the) corners?\b/, instead: 'boundary case' },
  {
    pattern: /\bcontrols no (terminal|reader)\b|\bsteers? (a|no|its) (terminal|reader)\b/,
    instead: 'escapes control characters',
  },
  { pattern: /\bseen again\b/, instead: 'reproduced' },
  { pattern: /\bproving ground\b/, instead: 'demo service' },
  { pattern: /\bthe kit (itself )?(broke|breaks|failed|fails)\b/, instead: 'internal error, assay failed' },
  { pattern: /\bseed of all chance\b/, instead: 'random seed' },
  { pattern: /\b(cannot|could not) be told\b/, instead: 'has no conclusion, cannot be distinguished' },
  { pattern: /\blooked at\b/, instead: 'checked, read' },
];

/**
 * Words that no identifier of TypeScript may have as a part, with what to write instead.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const bannedIdentifierWords = {
  anew: 'again',
  bearing: 'marker',
  blot: 'redact, mask',
  book: 'ledger, registry, the content of the collection',
  crowd: 'the number of items',
  deed: 'the action, the change',
  deeds: 'actions, changes',
  desk: 'recorder, service',
  door: 'backoff, access',
  dressed: 'prepared, with credentials',
  ease: 'slow down, relax',
  fate: 'outcome',
  felt: 'the fact that was observed',
  grams: 'n-grams: ngrams',
  ground: 'reason, base, parents',
  heed: 'observe, keep to',
  heeding: 'keeping to',
  law: 'rule set',
  lying: 'wrong, false',
  mend: 'repair',
  nobody: 'anonymous, none',
  outlook: 'summary of the plan',
  patience: 'time limit',
  pulse: 'progress',
  scout: 'survey, dry run',
  scouted: 'surveyed',
  somebody: 'another client',
  strays: 'extra, unexpected',
  wardrobe: 'credentials',
  wiser: 'with what was learned',
  worded: 'prepared',
  workshop: 'factory',
};
