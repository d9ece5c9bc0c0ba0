/** Local storage that may be full, forbidden or broken: none of that may break a page (SH-16). */
export function kept(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Private windows and full disks: the visit goes on without a memory.
  }
}

export function forget(...keys: string[]): void {
  try {
    for (const key of keys) localStorage.removeItem(key)
  } catch {
    // As above.
  }
}
