import { deskDoctor, deskDoctorFix } from '#contract/desk/catalog/catalog.ts'
import { deskCall } from '../call.ts'
import { createLoadable } from '../loadable.ts'

const report = createLoadable((signal) => deskCall(deskDoctor, {}, signal))
export const $doctor = report.$loadable
export const loadDoctor = report.load

/** Mends one finding. Returns why it was not. */
export async function fixFinding(finding: 'trackOrder' | 'emptyCategory', id: number): Promise<string | undefined> {
  const result = await deskCall(deskDoctorFix, { finding, id })
  if (!result.ok) return result.fault
  report.replace(() => result.value)
  return undefined
}
