import { normalizeName } from '../../model/json.js';

/** Whether a header field, member or parameter with this name carries a credential. */
export function isSensitiveName(name: string): boolean {
  const plain = normalizeName(name);
  return sensitiveNames.has(plain) || (sensitiveEndingPattern.test(plain) && !placeTokenPattern.test(plain));
}

const sensitiveNames = new Set('pwd jwt bearer cookie setcookie setcookie2 otp totp csrf xsrf'.split(' '));

const sensitiveEndingPattern =
  /(password|passwd|passphrase|passcode|secret|token|apikey|authkey|privatekey|secretkey|accesskey|sharedkey|signingkey|encryptionkey|subscriptionkey|sessionid|sessionkey|authorization|credentials?)$/;

/** Tokens that are positions in a list, versions or jobs, and must stay readable as evidence. */
const placeTokenPattern =
  /(page|paging|pagination|next|prev|previous|start|continuation|continue|cursor|sync|delta|resume|resumption|skip|change|position|scroll|offset|list|batch|concurrency|etag|version|idempotency|cancellation|operation|job)token$/;

/** Matches the parts of sensitive names. */
export const sensitiveStemPattern =
  '[pP](?:[aA][sS][sS]|[wW][dD])|[sS](?:[eE][cC][rR][eE][tT]|[eE][sS][sS][iI][oO][nN])|[tT][oO][kK][eE][nN]|[kK][eE][yY]|[aA][uU][tT][hH][oO]|[cC](?:[rR][eE][dD][eE]|[oO][oO][kK][iI]|[sS][rR][fF])|[jJ][wW][tT]|[bB][eE][aA][rR][eE][rR]|[oO][tT][pP]|[xX][sS][rR][fF]';
