import { atom } from 'nanostores'
import { object } from 'superstruct'
import { call } from '#client/browser.ts'
import { certificate, CertificateCode, completionCertificate, downloadCertificate } from '#contract/courses.ts'
import type { Locale } from '#contract/text.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { createForm, type Sent } from '../form.ts'

const PATIENCE_MS = 30_000

export type Opened = { ok: true; path: string; code: string } | { ok: false; fault: string }

/** The certificate of a course, or without an id of the whole language lab: an address that works for minutes, and its code. */
export async function openCertificate(courseId: number | undefined, language: Locale): Promise<Opened> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  if (courseId === undefined) {
    const made = await call(completionCertificate, { language }, patience)
    return made.ok ? { ok: true, path: made.value.certificate_path, code: made.value.code ?? '' } : made
  }
  const made = await call(downloadCertificate, { id: courseId, language }, patience)
  return made.ok ? { ok: true, path: made.value.download_path, code: made.value.code ?? '' } : made
}

/** What anybody may know of the certificate with a code (LL-4). */
export type Genuine = ReplyOf<typeof certificate>
export const $genuine = atom<Genuine | undefined>(undefined)

export const checkForm = createForm(object({ code: CertificateCode }), { code: '' }, check)

async function check({ code }: { code: string }): Promise<Sent> {
  $genuine.set(undefined)
  const made = await call(certificate, { code }, AbortSignal.timeout(PATIENCE_MS))
  if (made.ok) $genuine.set(made.value)
  else if (made.fault === 'notFound') return { ok: false, fault: 'badInput', fields: { code: 'unknown' } }
  return made
}

/** Another page, another certificate. */
export function forgetGenuine(): void {
  $genuine.set(undefined)
}
