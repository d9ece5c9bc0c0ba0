import { atom } from 'nanostores'
import { object } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { certificate, CertificateCode, completionCertificate, downloadCertificate } from '#contract/courses.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { createForm, type Sent } from '../form.ts'

const PATIENCE_MS = 30_000

type Opened = { ok: true; path: string; code: string } | { ok: false; fault: string }

/** The certificate of a course, or without an id that of the whole language lab: a short-lived address and its code. */
export async function openCertificate(courseId: number | undefined, language: Locale): Promise<Opened> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  if (courseId === undefined) {
    const result = await call(completionCertificate, { language }, patience)
    return result.ok ? { ok: true, path: result.value.certificate_path, code: result.value.code ?? '' } : result
  }
  const result = await call(downloadCertificate, { id: courseId, language }, patience)
  return result.ok ? { ok: true, path: result.value.download_path, code: result.value.code ?? '' } : result
}

/** The public data of the certificate with a code [LL-4]. */
export type Genuine = ReplyOf<typeof certificate>
export const $genuine = atom<Genuine | undefined>(undefined)

export const checkForm = createForm(object({ code: CertificateCode }), { code: '' }, check)

async function check({ code }: { code: string }): Promise<Sent> {
  $genuine.set(undefined)
  const result = await call(certificate, { code }, AbortSignal.timeout(PATIENCE_MS))
  if (result.ok) $genuine.set(result.value)
  else if (result.fault === 'notFound') return { ok: false, fault: 'badInput', fields: { code: 'unknown' } }
  return result
}

/** Called when the page is left. */
export function forgetGenuine(): void {
  $genuine.set(undefined)
}
