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
