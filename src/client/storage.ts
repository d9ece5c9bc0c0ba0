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

/** The storage of one tab, for what has no business to outlive it. */
export const visitMemory = {
  keep(key: string, value: string): void {
    try {
      sessionStorage.setItem(key, value)
    } catch {
      // As above.
    }
  },
  kept(key: string): string | undefined {
    try {
      return sessionStorage.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  /** What was kept, once. */
  take(key: string): string | undefined {
    const value = visitMemory.kept(key)
    if (value !== undefined) sessionStorage.removeItem(key)
    return value
  },
}
