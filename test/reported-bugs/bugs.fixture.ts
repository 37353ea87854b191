import type { ReportedBug } from './server.fixture.js';
import { conditionalWritesAreIgnored } from './services/conditional-writes-are-ignored.fixture.js';
import { cursorSkipsEqualTimes } from './services/cursor-skips-equal-times.fixture.js';
import { entityTagCoversAPartOnly } from './services/entity-tag-covers-a-part-only.fixture.js';
import { entityTagWithoutQuotes } from './services/entity-tag-without-quotes.fixture.js';
import { headIsRefused } from './services/head-is-refused.fixture.js';
import { malformedIdAnswers502 } from './services/malformed-id-answers-502.fixture.js';
import { malformedJsonAnswers500 } from './services/malformed-json-answers-500.fixture.js';
import { negativeLimitAnswers500 } from './services/negative-limit-answers-500.fixture.js';
import { nullClearsNothing } from './services/null-clears-nothing.fixture.js';
import { offsetOfTimesIsDropped } from './services/offset-of-times-is-dropped.fixture.js';
import { patchIgnoresZeroAndEmpty } from './services/patch-ignores-zero-and-empty.fixture.js';
import { patchStoresOneMemberOnly } from './services/patch-stores-one-member-only.fixture.js';
import { putSkipsTheValidation } from './services/put-skips-the-validation.fixture.js';
import { removalOfAParentAnswers500 } from './services/removal-of-a-parent-answers-500.fixture.js';
import { removalOfAUsedItemAnswers500 } from './services/removal-of-a-used-item-answers-500.fixture.js';
import { removedItemKeepsItsUniqueValue } from './services/removed-item-keeps-its-unique-value.fixture.js';
import { renameToATakenNameAnswers500 } from './services/rename-to-a-taken-name-answers-500.fixture.js';
import { searchDropsCharacters } from './services/search-drops-characters.fixture.js';
import { simultaneousCreationsAllSucceed } from './services/simultaneous-creations-all-succeed.fixture.js';
import { totalIsThatOfThePage } from './services/total-is-that-of-the-page.fixture.js';
import { unknownPathAnswersAPage } from './services/unknown-path-answers-a-page.fixture.js';
import { unknownReferenceAnswers500 } from './services/unknown-reference-answers-500.fixture.js';
import { versionOfAnotherProject } from './services/version-of-another-project.fixture.js';

/** The reported bugs by the name of their file. */
export const reportedBugs: Readonly<Record<string, ReportedBug>> = {
  'conditional-writes-are-ignored': conditionalWritesAreIgnored,
  'cursor-skips-equal-times': cursorSkipsEqualTimes,
  'entity-tag-covers-a-part-only': entityTagCoversAPartOnly,
  'entity-tag-without-quotes': entityTagWithoutQuotes,
  'head-is-refused': headIsRefused,
  'malformed-id-answers-502': malformedIdAnswers502,
  'malformed-json-answers-500': malformedJsonAnswers500,
  'negative-limit-answers-500': negativeLimitAnswers500,
  'null-clears-nothing': nullClearsNothing,
  'offset-of-times-is-dropped': offsetOfTimesIsDropped,
  'patch-ignores-zero-and-empty': patchIgnoresZeroAndEmpty,
  'patch-stores-one-member-only': patchStoresOneMemberOnly,
  'put-skips-the-validation': putSkipsTheValidation,
  'removal-of-a-parent-answers-500': removalOfAParentAnswers500,
  'removal-of-a-used-item-answers-500': removalOfAUsedItemAnswers500,
  'removed-item-keeps-its-unique-value': removedItemKeepsItsUniqueValue,
  'rename-to-a-taken-name-answers-500': renameToATakenNameAnswers500,
  'search-drops-characters': searchDropsCharacters,
  'simultaneous-creations-all-succeed': simultaneousCreationsAllSucceed,
  'total-is-that-of-the-page': totalIsThatOfThePage,
  'unknown-path-answers-a-page': unknownPathAnswersAPage,
  'unknown-reference-answers-500': unknownReferenceAnswers500,
  'version-of-another-project': versionOfAnotherProject,
};
