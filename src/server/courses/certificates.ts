import { createHash, randomInt } from 'node:crypto'
import { CODE_LENGTH, CODE_LETTERS, readCode, showCode } from '#contract/courses.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { Locale } from '#contract/text.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { messages } from '../runtime/messages.ts'
import { pathTo } from '#i18n/paths.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { Failure } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { drawCertificate, PAPER_VERSION, type Paper } from './certificate-pdf.ts'
import { completionOfLab, completionOfTitle } from '../listening/progress.ts'
import { wireWords } from '../catalog/serializers.ts'

type Given = Pick<AppContext, 'db' | 'media' | 'signer' | 'now' | 'siteUrl'>
type Course = { subject: string; title: StoredTranslations; institute: string | null; completion: number }
type Shown = Omit<ReplyOf<typeof endpoints.certificate>, 'status'>
export type Opened = { path: string; code: string }

const COLUMNS = 'code, subject, name, title, institute, issued_at'

/** Opens the certificate of a course, or of the whole language lab, in one language: issued once, at exactly 100 percent. */
export async function openCertificate(
  context: Given,
  userId: number,
  { id, locale }: { id?: number; locale: Locale },
): Promise<Opened | Failure<'notComplete' | 'notFound'>> {
  const course = id === undefined ? await labOf(context, userId) : await courseOf(context, userId, id)
  if (!course) return { fault: 'notFound' }
  const paper =
    (await findIssued(context, userId, course.subject)) ??
    (course.completion === 100 ? await issue(context, userId, course) : undefined)
  if (!paper) return { fault: 'notComplete' }
  const path = await storePaper(context, paper, locale)
  return { path: context.signer.sign(path, context.now().getTime()).address, code: showCode(paper.code) }
}

async function labOf({ db }: Given, userId: number): Promise<Course> {
  const title = {
    en: { name: messages('en', 'courses')('certificatePdf.lab') },
    mr: { name: messages('mr', 'courses')('certificatePdf.lab') },
  }
  return { subject: 'lab', title, institute: null, completion: await completionOfLab(db, userId) }
}

async function courseOf({ db }: Given, userId: number, id: number): Promise<Course | undefined> {
  const [row] = await db.query<{ translations: StoredTranslations; institute: string | null }>(
    `select translations, institute from products where id = $1 and audio_type = 'languagelab' and status = 'published'`,
    [id],
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

async function findIssued({ db }: Pick<Given, 'db'>, userId: number, subject: string): Promise<Paper | undefined> {
  const [paper] = await db.query<Paper>(`select ${COLUMNS} from certificates where user_id = $1 and subject = $2`, [
    userId,
    subject,
  ])
  return paper
}

/** A certificate needs a name on it. Of two that ask at once both get the same. */
async function issue(
  { db, now }: Given,
  userId: number,
  { subject, title, institute }: Course,
): Promise<Paper | undefined> {
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

/** Made when first asked for; the object's name follows from what is in it. */
async function storePaper({ media, siteUrl }: Given, paper: Paper, locale: Locale): Promise<string> {
  const address = siteUrl + pathTo('certificate', locale, { code: showCode(paper.code) })
  const name = createHash('sha256')
    .update(JSON.stringify([PAPER_VERSION, paper, locale, address]))
    .digest('hex')
    .slice(0, 32)
  const path = `documents/${name}.pdf`
  if (!(await media.stat(path)))
    await once(path, async () => media.put(path, await drawCertificate(paper, locale, address)))
  return path
}

const underWay = new Map<string, Promise<void>>()

/** Drawing takes a tenth of a second of the processor: who asks twice waits for the first. */
function once(path: string, work: () => Promise<void>): Promise<void> {
  const running = underWay.get(path) ?? work().finally(() => underWay.delete(path))
  underWay.set(path, running)
  return running
}

/** What anybody who holds a code may know: what is printed on the certificate. */
export async function checkCertificate({ db }: Pick<Given, 'db'>, typed: string): Promise<Shown | undefined> {
  const code = readCode(typed)
  if (code.length !== CODE_LENGTH) return undefined
  const [found] = await db.query<Paper & { issued_on: string }>(
    `select ${COLUMNS}, to_char(issued_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as issued_on from certificates where code = $1`,
    [code],
  )
  if (!found) return undefined
  const { name, title, institute, issued_on } = found
  return { code: showCode(found.code), name, title: wireWords(title, true), institute, issued_on }
}
