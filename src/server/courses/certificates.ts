import { randomInt } from 'node:crypto'
import { CODE_LENGTH, CODE_LETTERS, readCode, showCode } from '#contract/courses.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { messages } from '../runtime/messages.ts'
import { pathTo } from '#i18n/paths.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { Failure } from '../runtime/failure.ts'
import { cachedDocument } from '../adapters/media/cached-documents.ts'
import { withFileName } from '../adapters/media/file-name.ts'
import type { AppContext } from '../context.ts'
import { drawCertificate, LAYOUT_VERSION, type Certificate } from './certificate-pdf.ts'
import { completionOfLab, completionOfTitle } from '../listening/title-progress.ts'
import { isOpenTo } from '../catalog/offer-columns.ts'
import { serializeTranslations } from '../catalog/serializers.ts'

type CertificateContext = Pick<AppContext, 'db' | 'media' | 'signer' | 'now' | 'siteUrl'>
type Course = { subject: string; title: StoredTranslations; institute: string | null; completion: number }
type CertificateReply = Omit<ReplyOf<typeof endpoints.certificate>, 'status'>
type SignedCertificate = { path: string; code: string }

const COLUMNS = 'code, subject, name, title, institute, issued_at'

/** Signs the certificate of a course, or of the whole language lab, in one language. It is issued once, at exactly 100 percent. */
export async function openCertificate(
  context: CertificateContext,
  userId: number,
  { id, locale }: { id?: number; locale: Locale },
): Promise<SignedCertificate | Failure<'notComplete' | 'notFound'>> {
  const course = id === undefined ? await labOf(context, userId) : await courseOf(context, userId, id)
  if (!course) return { fault: 'notFound' }
  const certificate =
    (await findIssued(context, userId, course.subject)) ??
    (course.completion === 100 ? await issue(context, userId, course) : undefined)
  if (!certificate) return { fault: 'notComplete' }
  const path = await storePdf(context, certificate, locale)
  const { address } = context.signer.sign(path, context.now().getTime())
  const code = showCode(certificate.code)
  return { path: withFileName(address, code), code }
}

async function labOf({ db }: CertificateContext, userId: number): Promise<Course> {
  const title = {
    en: { name: messages('en', 'courses')('certificatePdf.lab') },
    mr: { name: messages('mr', 'courses')('certificatePdf.lab') },
  }
  return { subject: 'lab', title, institute: null, completion: await completionOfLab(db, userId) }
}

async function courseOf({ db }: CertificateContext, userId: number, id: number): Promise<Course | undefined> {
  const [row] = await db.query<Pick<Row<typeof products>, 'translations' | 'institute'>>(
    `select p.translations, p.institute from products p where p.id = $1 and p.audio_type = 'languagelab' and ${isOpenTo('$2')}`,
    [id, userId],
  )
  if (!row) return undefined
  const names = Object.entries(row.translations).map(([locale, { name }]) => [locale, { name }])
  return {
    subject: `title ${id}`,
    title: Object.fromEntries(names),
    institute: row.institute,
    completion: await completionOfTitle(db, userId, id),
  }
}

async function findIssued(
  { db }: Pick<CertificateContext, 'db'>,
  userId: number,
  subject: string,
): Promise<Certificate | undefined> {
  const [certificate] = await db.query<Certificate>(
    `select ${COLUMNS} from certificates where user_id = $1 and subject = $2`,
    [userId, subject],
  )
  return certificate
}

/** Issues a certificate unless the user has no name. Two concurrent requests get the same certificate. */
async function issue(
  { db, now }: CertificateContext,
  userId: number,
  { subject, title, institute }: Course,
): Promise<Certificate | undefined> {
  await db.query(
    `insert into certificates (code, user_id, subject, name, title, institute, issued_at)
     select $1, u.id, $3, trim(u.first_name || ' ' || u.last_name), $4, $5, $6 from users u where u.id = $2 and trim(u.first_name || u.last_name) <> ''
     on conflict (user_id, subject) do nothing`,
    [newCode(), userId, subject, JSON.stringify(title), institute, now()],
  )
  return findIssued({ db }, userId, subject)
}

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

async function storePdf(context: CertificateContext, certificate: Certificate, locale: Locale): Promise<string> {
  const address = context.siteUrl + pathTo('certificate', locale, { code: showCode(certificate.code) })
  return cachedDocument(context, [LAYOUT_VERSION, certificate, locale, address], () =>
    drawCertificate(certificate, locale, address),
  )
}

/** The printed content of a certificate, for anyone who knows its code. */
export async function checkCertificate(
  { db }: Pick<CertificateContext, 'db'>,
  typed: string,
): Promise<CertificateReply | undefined> {
  const code = readCode(typed)
  if (code.length !== CODE_LENGTH) return undefined
  const [found] = await db.query<Certificate & { issued_on: string }>(
    `select ${COLUMNS}, to_char(issued_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as issued_on from certificates where code = $1`,
    [code],
  )
  if (!found) return undefined
  const { name, title, institute, issued_on } = found
  return { code: showCode(found.code), name, title: serializeTranslations(title, true), institute, issued_on }
}
