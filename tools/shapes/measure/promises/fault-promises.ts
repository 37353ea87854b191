/** Rules of several faults, as ids with `*` for any text. */
const counted =
  'safety/get-does-not-change-* safety/first-read-keeps-the-item safety/repeated-get-returns-the-same ' +
  'operations/get-does-not-change-what-it-returns ' +
  'effects/reading-* caching/each-change-changes-the-entity-tag caching/changed-representation-does-not-answer-304 ' +
  'idempotency/patch-is-acknowledged';
const errorAsSuccess =
  'responses/failed-request-does-not-answer-success responses/success-has-no-error-in-the-body ' +
  'responses/no-success-reports-an-error document/response-* document/writes-are-as-described';
const absence = 'absence/*';
const serverError =
  'responses/no-request-fails-each-time validation/*-not-a-server-error operations/*-not-a-server-error ' +
  '*/problem-details-are-well-formed document/writes-are-as-described';
const listing = 'pagination/* filters/* caching/created-items-are-listed-in-time caching/write-is-visible-in-the-list';
/** Answers to GET change, those to HEAD do not. */
const head = 'operations/head-* safety/head-matches-get safety/head-is-supported';
const storing = 'idempotency/put-* idempotency/patch-* idempotency/null-* idempotency/merge-patch-* conflict/*';
const refusedEffect = 'responses/refused-request-has-no-effect effects/*';

/**
 * The rules whose promise each fault breaks, by the name of the fault: what its code does to requests and answers,
 * compared with the title of each rule, directly or by an effect that no client can tell from a direct one.
 */
export const faultPromises: Readonly<Record<string, string>> = {
  'get-counts': `${counted} ${head}`,
  'first-get-changes-the-state': `${counted} ${head} creation/created-item-has-the-sent-values idempotency/write-returns-what-get-returns`,
  'head-counts':
    'safety/head-does-not-change-the-item effects/reading-* caching/each-change-changes-the-entity-tag ' +
    'caching/changed-representation-does-not-answer-304 idempotency/patch-is-acknowledged',
  'list-counts': `${counted} effects/* ${head}`,
  'query-turns-get-into-delete': 'safety/method-override-does-not-write operations/get-does-not-change-what-it-returns',
  'head-differs': 'safety/head-* operations/head-*',
  'missing-item-answers-200': `${absence} ${errorAsSuccess} idempotency/deleted-item-is-gone idempotency/repeated-delete-has-one-effect nesting/* access/private-items-cannot-be-read-by-others`,
  'missing-item-answers-500': `${absence} ${serverError} operations/described-get-does-not-always-fail idempotency/deleted-item-is-gone idempotency/repeated-delete-has-one-effect`,
  'long-id-answers-500': serverError,
  'item-of-another-id': `creation/* ${storing} idempotency/* caching/* actions/* effects/* absence/* access/private-items-* ${head}`,
  'flag-of-success': 'responses/success-has-no-success-flag',
  'error-shows-the-code':
    '*/errors-show-no-internals responses/bodies-show-no-internals validation/errors-have-one-shape document/writes-are-as-described',
  // HEAD may be unknown, too, also for what is missing.
  'unknown-method-answers-200': `validation/unsupported-method-answers-405 absence/missing-item-answers-404 ${errorAsSuccess} safety/head-* operations/head-*`,
  'list-loses-an-item': `${listing} ${head}`,
  'order-is-random': 'pagination/*',
  'stale-item': `${storing} idempotency/* caching/* actions/* links/* ${head}`,
  'stale-list': `${listing} idempotency/deleted-item-is-not-listed ${head}`,
  'ids-of-entries-differ': `creation/identity-is-stable ${listing} document/response-matches-its-schema ${head}`,
  'creation-stores-nothing': `creation/* ${listing} replay/* idempotency/put-to-a-missing-item-creates-it-or-fails`,
  'creation-stores-twice':
    'pagination/created-items-are-listed replay/* effects/* idempotency/put-to-a-missing-item-creates-it-or-fails',
  'creation-changes-a-text':
    'creation/created-item-has-the-sent-values conflict/taken-unique-value-answers-409 idempotency/put-* idempotency/write-returns-what-get-returns',
  'creation-answers-500': `creation/* ${serverError} ${refusedEffect} replay/* document/documented-examples-are-accepted`,
  'location-leads-nowhere':
    'creation/location-leads-to-the-item creation/created-item-is-readable creation/identity-is-stable',
  'location-names-another-host':
    'creation/location-leads-to-the-item creation/created-item-is-readable creation/identity-is-stable nesting/location-*',
  'creation-removes-the-others': `effects/* creation/* ${listing} idempotency/delete-does-not-change-other-items`,
  'new-item-is-not-listed': `safety/head-matches-get ${listing}`,
  'list-of-a-missing-parent-answers-200': `${absence} nesting/* document/response-matches-its-schema`,
  'refused-creation-is-stored': `creation/refused-post-creates-nothing ${refusedEffect} conflict/refused-duplicate-has-no-effect`,
  'refused-creation-answers-200': `${errorAsSuccess} validation/* access/references-* conflict/* idempotency/put-to-a-missing-item-creates-it-or-fails`,
  'invalid-content-answers-500': `${serverError} validation/* singles/*`,
  'invalid-content-answers-409':
    'validation/declared-invalid-body-answers-422 document/writes-are-as-described validation/statuses-are-registered',
  'invalid-content-is-stored': `validation/* conflict/* access/references-* document/response-* document/writes-are-as-described`,
  'broken-json-answers-500': `${serverError} validation/malformed-json-answers-400 pagination/* actions/* singles/* operations/described-get-does-not-always-fail`,
  'taken-value-is-stored':
    'conflict/taken-unique-value-answers-409 conflict/declared-conflict-answers-409 conflict/refused-duplicate-has-no-effect',
  'conflict-answers-500': `conflict/* ${serverError} nesting/item-with-children-is-kept actions/repeated-* idempotency/put-is-acknowledged`,
  'taken-id-is-overwritten': `conflict/* effects/* creation/* ${errorAsSuccess} validation/*`,
  'key-is-forgotten': 'replay/* effects/repeated-key-* nesting/key-*',
  'key-answers-409': 'replay/* validation/errors-have-one-shape',
  'key-with-other-content': 'replay/key-* replay/repeated-key-creates-one-item nesting/key-*',
  'key-is-not-required': `${errorAsSuccess} creation/* replay/*`,
  'put-is-not-idempotent':
    'idempotency/repeated-put-has-one-effect idempotency/put-replaces-the-whole-item idempotency/put-stores-what-was-sent idempotency/write-returns-what-get-returns idempotency/patch-is-acknowledged',
  'second-put-answers-452': `idempotency/put-is-acknowledged idempotency/repeated-put-* idempotency/refused-put-changes-nothing */statuses-are-registered ${refusedEffect} document/writes-are-as-described`,
  'put-merges': 'idempotency/put-replaces-the-whole-item validation/*-put-and-patch-are-refused',
  'put-creates-another': 'idempotency/repeated-put-* effects/* conflict/freed-unique-value-can-be-reused',
  'change-is-not-stored': `${storing} caching/* idempotency/write-returns-what-get-returns`,
  'change-answers-500': `${storing} ${serverError} ${refusedEffect} idempotency/refused-* caching/*`,
  'change-answers-201': 'idempotency/put-* idempotency/patch-* document/writes-are-as-described',
  'change-of-another': 'effects/* caching/each-change-changes-the-entity-tag idempotency/patch-is-acknowledged',
  'patch-replaces': `${storing} caching/write-*`,
  'refused-change-is-half-applied': `idempotency/refused-* ${refusedEffect} conflict/*-no-effect conflict/locked-item-is-unchanged caching/each-change-changes-the-entity-tag`,
  'refused-change-answers-200': `${errorAsSuccess} validation/* ${storing}`,
  'change-revives-a-removed-item':
    'idempotency/put-to-a-missing-item-creates-it-or-fails idempotency/deleted-item-* absence/* access/private-items-cannot-be-changed-by-others nesting/writes-*',
  'delete-keeps-the-item': `idempotency/delete* idempotency/repeated-delete-has-one-effect caching/removed-item-does-not-answer-304 actions/record-goes-with-its-item conflict/freed-unique-value-can-be-reused nesting/* ${listing}`,
  'delete-keeps-the-entry': `idempotency/deleted-item-is-not-listed safety/head-matches-get ${listing}`,
  'delete-removes-another':
    'idempotency/delete-does-not-change-other-items idempotency/repeated-delete-has-one-effect effects/*',
  'second-delete-answers-500': `idempotency/repeated-delete-has-one-effect idempotency/delete-does-not-change-other-items ${absence} ${serverError}`,
  'second-delete-creates': `idempotency/repeated-delete-has-one-effect idempotency/deleted-item-is-not-listed idempotency/delete-does-not-change-other-items ${refusedEffect}`,
  'delete-of-a-missing-item-answers-200': `${absence} ${errorAsSuccess}`,
  'removed-item-answers-200': `idempotency/deleted-item-is-gone idempotency/repeated-delete-has-one-effect ${absence} nesting/children-of-a-removed-item-are-gone document/response-matches-its-schema`,
  'refused-delete-removes': `${refusedEffect} nesting/* conflict/locked-item-is-unchanged`,
  'delete-does-not-cascade': 'nesting/* absence/*',
  'pages-lose-items': listing,
  'pages-repeat-items': listing,
  'page-is-ignored': listing,
  'size-is-ignored': 'pagination/*',
  'maximum-is-exceeded': 'pagination/maximum-page-size-is-kept pagination/page-size-over-maximum-*',
  'list-is-whole': 'pagination/list-without-parameters-is-bounded pagination/invalid-paging-values-*',
  'size-and-position-are-ignored': listing,
  'next-skips-a-page': listing,
  'next-has-a-wrong-port': listing,
  'next-leads-to-the-same-page': listing,
  'total-is-wrong': 'pagination/total-counts-the-items filters/total-counts-the-selected-items',
  'tag-stays': 'caching/*',
  'tag-changes-by-itself': `caching/* operations/head-has-the-fields-of-get ${storing} idempotency/delete-is-acknowledged`,
  'if-none-match-is-ignored': '*/current-entity-tag-answers-304 caching/if-none-match-star-replaces-nothing',
  'if-match-is-ignored': 'caching/stale-if-match-* caching/write-without-required-if-match-answers-428',
  'stale-write-is-performed': `caching/stale-if-match-changes-nothing ${refusedEffect}`,
  'get-performs-the-action':
    'safety/reading-an-action-does-not-perform-it effects/reading-* nesting/reading-below-* actions/* conflict/*',
  'action-happens-twice':
    'actions/repeated-* conflict/*-transition-* links/actions-* replay/repeated-key-performs-an-action-once',
  'action-has-no-effect': 'actions/* conflict/* links/*',
  'action-leaves-no-record': 'actions/record-*',
  'record-has-no-author': 'actions/record-has-the-declared-members',
  'link-to-what-is-done': 'links/*',
  'closed-item-is-changed': 'conflict/*',
  'order-is-not-kept':
    'conflict/*-state-change-* conflict/*-transition-* conflict/allowed-state-change-is-stored conflict/write-keeps-the-state',
  'tag-is-not-required': 'caching/write-without-required-if-match-answers-428',
  'removal-before-the-archive': 'conflict/locked-*',
  'reading-needs-no-credentials': 'access/*',
  'writing-needs-no-credentials': 'access/*',
  'wrong-credentials-are-accepted': 'access/*',
  'missing-credentials-answer-403': 'access/*-answers-401',
  'unauthorized-without-challenge': 'access/unauthenticated-request-gets-a-challenge',
  'items-of-other-callers-are-shown': 'access/*',
  'items-of-other-callers-are-changed': 'access/*',
  'refused-write-is-performed': `access/* ${refusedEffect}`,
  'rate-limit-without-time': 'throttling/status-429-has-a-readable-retry-after',
  'rate-limit-answers-503': 'throttling/*',
  'rate-limit-is-not-kept': 'throttling/requests-over-the-limit-answer-429',
};
