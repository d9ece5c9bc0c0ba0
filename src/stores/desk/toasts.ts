import { atom } from 'nanostores'

type Fault = string | undefined
/** `undo`: what the button of the toast does; it returns the fault. */
export type Toast = { id: number; text: string; kind: 'done' | 'failed'; undo?: (() => Promise<Fault>) | undefined }

export const $toasts = atom<readonly Toast[]>([])
let last = 0

/** Announces what was done, or why it was not. It stays until it is closed: nothing that has a button goes by itself (2.2.1). */
export function showToast(text: string, { kind = 'done', undo }: Partial<Pick<Toast, 'kind' | 'undo'>> = {}): void {
  last += 1
  // One undo at a time, that of the last change: an older one could not succeed any more. The trash has them all.
  const others = $toasts.get().filter((one) => one.text !== text && !(undo && one.undo))
  $toasts.set([...others, { id: last, text, kind, undo }].slice(-3))
}

export function closeToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}

/** Runs the undo of a toast once; returns the fault. */
export async function undoToast({ id, undo }: Toast): Promise<Fault> {
  closeToast(id)
  return undo?.()
}
