import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import { DEAD_LETTERS } from '../db/job-schema.ts'
import { deleteOldAuditions } from '../auditions/auditions.ts'
import { deleteExpiredRecordings } from '../auditions/recordings.ts'
import { forgetDevices } from '../accounts/devices.ts'
import { eraseDormantAccounts } from './dormant-accounts.ts'
import { forgetKeys } from '../http/idempotency.ts'
import { noteUnknownDocuments } from '../adapters/media/cached-documents.ts'
import { removeOrphanedMedia } from '../adapters/media/orphaned-media.ts'
import { removeUnusedMedia } from '../adapters/media/unused-media.ts'
import { deleteOldVoices } from '../gifts/voices/gift-voices.ts'
import { forgetLimits } from '../http/rate-limits.ts'
import { forgetReports } from '../listening/player-sessions.ts'
import { forgetSessions } from '../accounts/sessions.ts'
import { forgetTokens } from '../accounts/one-time-tokens.ts'
import { removeBuyerNames, removeGuests, removeSealedBuyers, removeUnpaidNames } from './buyer-names.ts'
import { emptyServedGifts } from './gift-contacts.ts'
import { removeBySql, type Dependencies, type RetentionRule } from './retention-rule.ts'

/**
 * What is stored for how long and why. The README shows this table and the privacy policy promises it. Personal data is also
 * erased with its account (`personal-data.ts`).
 */
export const RETENTION: readonly RetentionRule[] = [
  { what: 'counts of tries', howLong: 'until their window ends, a day at most', why: 'limits', remove: forgetLimits },
  { what: 'sessions', howLong: '30 days unused, 90 days in all', why: 'signing in', remove: forgetSessions },
  {
    what: 'accounts that nobody opened and that hold no bought or given title',
    howLong: '3 years, and a week after a letter',
    why: 'nobody needs what is in them',
    remove: eraseDormantAccounts,
  },
  // Removed with those above.
  { what: 'such accounts without an email address', howLong: '4 years', why: 'nobody can be asked' },
  {
    what: 'accounts with a certificate, or of a voice artist who works with us',
    howLong: 'until their owner erases them',
    why: 'proving the course, working together',
  },
  {
    what: 'links of mails, one-time codes',
    howLong: 'until they end, a day after the mail went out at most',
    why: 'signing up and in',
    remove: forgetTokens,
  },
  {
    what: 'solved challenges, spent nonces',
    howLong: 'until they end',
    why: 'each passes once',
    remove: removeBySql('delete from used_challenges where expires_at < $1'),
  },
  {
    what: 'answers under an idempotency key',
    howLong: '1 day',
    why: 'a repeated call gets the same answer',
    remove: forgetKeys,
  },
  {
    what: 'places somebody signed in from (sealed)',
    howLong: '180 days',
    why: 'strangers lock nobody out there',
    remove: removeBySql(`delete from known_addresses where seen_at < $1::timestamptz - interval '180 days'`),
  },
  { what: 'devices without an account', howLong: '90 days', why: 'counting', remove: forgetDevices },
  {
    what: 'reports of players',
    howLong: '60 days',
    why: 'one that is sent again changes nothing',
    remove: forgetReports,
  },
  {
    what: 'parts of recordings',
    howLong: '1 day after the last',
    why: 'an upload that was cut goes on',
    remove: deleteExpiredRecordings,
  },
  { what: 'auditions', howLong: '1 year, unless we work together', why: 'judging them', remove: deleteOldAuditions },
  {
    what: 'voices of givers',
    howLong: '1 year after the gift was sent, 7 days without a paid gift',
    why: 'hearing them with the gift',
    remove: deleteOldVoices,
  },
  {
    what: 'PDFs of invoices and certificates',
    howLong: '1 hour after they were opened last',
    why: 'a download goes on; each can be drawn again',
    remove: noteUnknownDocuments,
  },
  {
    what: 'objects that nothing names',
    howLong: '1 hour',
    why: 'a file and a row are never written in one breath',
    remove: removeOrphanedMedia,
  },
  {
    what: 'recordings and pictures that no title, page or undo refers to',
    howLong: '30 days',
    why: 'a change of the desk can be undone',
    remove: removeUnusedMedia,
  },
  // Removed by the desk (`desk/history/empty-trash.ts`).
  { what: 'titles in the trash, unless they are owned or ordered', howLong: '30 days', why: 'taking them out again' },
  {
    what: 'tracks that were removed from their title, with the positions of listeners',
    howLong: '30 days',
    why: 'a removal can be undone',
    remove: removeBySql(`delete from tracks where removed_at < $1::timestamptz - interval '30 days'`),
  },
  {
    what: 'that a mark was deleted, without its note',
    howLong: '1 year',
    why: 'no device brings it back',
    remove: removeBySql(`delete from marks where is_deleted and changed_at < $1::timestamptz - interval '1 year'`),
  },
  {
    what: 'letters of the contact form',
    howLong: '2 years',
    why: 'answering them',
    remove: removeBySql(`delete from contacts where created_at < $1::timestamptz - interval '2 years'`),
  },
  {
    what: 'mails that could not be sent (locked)',
    howLong: '30 days',
    why: 'the operator may send them again',
    remove: removeBySql(
      `delete from pgboss.job where name = '${DEAD_LETTERS}' and created_on < $1::timestamptz - interval '30 days'`,
    ),
  },
  {
    what: 'outbox of the demo',
    howLong: '30 days',
    why: 'showing it',
    remove: removeBySql(`delete from outbox where sent_at < $1::timestamptz - interval '30 days'`),
  },
  {
    what: 'carts that nobody touched',
    howLong: '180 days',
    why: 'going on shopping',
    remove: removeBySql(
      `delete from carts c where updated_at < $1::timestamptz - interval '180 days' and not exists (select 1 from orders o where o.cart_id = c.id and o.status = 'open')`,
    ),
  },
  {
    what: 'guests who give',
    howLong: '90 days after their token ends; of payers a number stays',
    why: 'paying for the gift; the links of their mails',
    remove: removeGuests,
  },
  {
    what: 'messages about payments that fit no order (locked)',
    howLong: '90 days',
    why: 'forgeries',
    remove: removeBySql(
      `delete from payment_events where attempt_id is null and received_at < $1::timestamptz - interval '90 days'`,
    ),
  },
  {
    what: 'what gateways said, word by word (locked)',
    howLong: '18 months; the result stays with the order',
    why: 'disputes, which banks allow for so long',
    remove: removeBySql(
      `update payment_events e set body = '' where body <> '' and received_at < $1::timestamptz - interval '18 months'
         and not exists (select 1 from payment_attempts a where a.id = e.attempt_id and ${IS_OPEN_PAYMENT})`,
    ),
  },
  {
    what: 'names on orders that were never paid, and on their gifts',
    howLong: '1 year',
    why: 'questions of the buyer',
    remove: removeUnpaidNames,
  },
  {
    what: 'names on paid orders and their gifts',
    howLong: '8 years after the end of the financial year',
    why: 'tax and company law',
    remove: removeBuyerNames,
  },
  {
    what: 'whom a gift was for, when its giver or redeemer erased the account',
    howLong: 'until the gift is redeemed or refunded',
    why: 'delivering it',
    remove: ({ db }) => emptyServedGifts(db, null),
  },
  {
    what: 'buyers whose account is erased (locked, apart from the orders)',
    howLong: '8 years after the end of the financial year',
    why: 'tax and company law',
    remove: removeSealedBuyers,
  },
  { what: 'receipts of the privacy notice', howLong: 'as long as the account', why: 'proof of consent' },
  {
    what: 'what the operator decided by hand',
    howLong: '8 years',
    why: 'books and audits; it names rows, not people',
    remove: removeBySql(`delete from operator_actions where done_at < $1::timestamptz - interval '8 years'`),
  },
  {
    what: 'what a change at the desk replaced',
    howLong: '30 days',
    why: 'undoing it',
    remove: removeBySql(`delete from desk_changes where changed_at < $1::timestamptz - interval '30 days'`),
  },
  {
    what: 'files on their way to the desk',
    howLong: '2 days after the last part',
    why: 'an upload that was cut goes on',
    remove: removeBySql('delete from desk_uploads where expires_at <= $1'),
  },
  {
    what: 'sessions at the desk, and links that let somebody in',
    howLong: '30 days after their end',
    why: 'who was at the desk last',
    remove: removeBySql(
      `with gone as (delete from staff_sessions where expires_at < $1::timestamptz - interval '30 days')
       delete from staff_invitations where expires_at < $1::timestamptz - interval '30 days'`,
    ),
  },
  {
    what: 'notifications for one listener',
    howLong: '1 year',
    why: 'reading them',
    remove: removeBySql(
      `delete from notifications where user_id is not null and created_at < $1::timestamptz - interval '1 year'`,
    ),
  },
  { what: 'counts of openings by day', howLong: 'for ever', why: 'they say nothing about anybody' },
  {
    what: 'lines of the log',
    howLong: '90 days, by the settings of the journal',
    why: 'keeping the shop running, stopping abuse',
  },
]

/** Applies every rule. A failure of one does not stop the others. */
export async function applyRetention(context: Dependencies, failed: (error: unknown) => void): Promise<void> {
  for (const { remove } of RETENTION) await remove?.(context).catch(failed)
}
