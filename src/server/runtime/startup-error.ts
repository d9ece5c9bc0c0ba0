/** A start that cannot go on, with one line that says what to do. Printed without a stack. */
export class StartupError extends Error {
  override name = 'StopReason'
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
