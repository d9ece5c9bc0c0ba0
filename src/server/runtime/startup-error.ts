/** Stops the start with one line that says what to do. It is printed without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** No space is left: for files, or for the database (53100). */
export const isDiskFull = (error: unknown): boolean =>
  /^(?:ENOSPC|EDQUOT|53100)$/.test(codeOf(error) ?? '') || /\bENOSPC\b/.test(messageOf(error))
export const DISK_FULL =
  'no space is left on the disk of DATA_DIR. Free some and run the command again: what is done stays, and nothing is lost.'
